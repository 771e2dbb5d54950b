/* Declarations of <x86intrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_x86intrin
#define __whet_x86intrin
#include <popcntintrin.h>
#include <mmintrin.h>
#include <xmmintrin.h>
#include <emmintrin.h>
#include <pmmintrin.h>
#include <tmmintrin.h>
#include <smmintrin.h>
#include <nmmintrin.h>
#include <ammintrin.h>
#include <wmmintrin.h>
#include <immintrin.h>
typedef void __whet_x860(void);
__whet_x860 _m_femms;
typedef __m64 __whet_x861(__m64, __m64);
__whet_x861 _m_pavgusb, _m_pfacc, _m_pfadd, _m_pfcmpeq, _m_pfcmpge, _m_pfcmpgt, _m_pfmax, _m_pfmin, _m_pfmul, _m_pfrcpit1, _m_pfrcpit2, _m_pfrsqit1, _m_pfsub, _m_pfsubr, _m_pmulhrw, _m_pfnacc, _m_pfpnacc;
typedef __m64 __whet_x862(__m64);
__whet_x862 _m_pf2id, _m_pfrcp, _m_pfrsqrt, _m_pi2fd, _m_pf2iw, _m_pi2fw, _m_pswapd;
typedef void __whet_x863(void *);
__whet_x863 _m_prefetch;
typedef __m64 __whet_x864(float);
__whet_x864 _m_from_float;
typedef float __whet_x865(__m64);
__whet_x865 _m_to_float;
typedef __m128 __whet_x866(__m128, __m128, __m128);
__whet_x866 _mm_macc_ps, _mm_macc_ss, _mm_msub_ps, _mm_msub_ss, _mm_nmacc_ps, _mm_nmacc_ss, _mm_nmsub_ps, _mm_nmsub_ss, _mm_maddsub_ps, _mm_msubadd_ps;
typedef __m128d __whet_x867(__m128d, __m128d, __m128d);
__whet_x867 _mm_macc_pd, _mm_macc_sd, _mm_msub_pd, _mm_msub_sd, _mm_nmacc_pd, _mm_nmacc_sd, _mm_nmsub_pd, _mm_nmsub_sd, _mm_maddsub_pd, _mm_msubadd_pd;
typedef __m256 __whet_x868(__m256, __m256, __m256);
__whet_x868 _mm256_macc_ps, _mm256_msub_ps, _mm256_nmacc_ps, _mm256_nmsub_ps, _mm256_maddsub_ps, _mm256_msubadd_ps;
typedef __m256d __whet_x869(__m256d, __m256d, __m256d);
__whet_x869 _mm256_macc_pd, _mm256_msub_pd, _mm256_nmacc_pd, _mm256_nmsub_pd, _mm256_maddsub_pd, _mm256_msubadd_pd;
typedef __m128i __whet_x8610(__m128i, __m128i, __m128i);
__whet_x8610 _mm_maccs_epi16, _mm_macc_epi16, _mm_maccsd_epi16, _mm_maccd_epi16, _mm_maccs_epi32, _mm_macc_epi32, _mm_maccslo_epi32, _mm_macclo_epi32, _mm_maccshi_epi32, _mm_macchi_epi32, _mm_maddsd_epi16, _mm_maddd_epi16, _mm_cmov_si128, _mm_perm_epi8;
typedef __m128i __whet_x8611(__m128i);
__whet_x8611 _mm_haddw_epi8, _mm_haddd_epi8, _mm_haddq_epi8, _mm_haddd_epi16, _mm_haddq_epi16, _mm_haddq_epi32, _mm_haddw_epu8, _mm_haddd_epu8, _mm_haddq_epu8, _mm_haddd_epu16, _mm_haddq_epu16, _mm_haddq_epu32, _mm_hsubw_epi8, _mm_hsubd_epi16, _mm_hsubq_epi32;
typedef __m256i __whet_x8612(__m256i, __m256i, __m256i);
__whet_x8612 _mm256_cmov_si256;
typedef __m128i __whet_x8613(__m128i, __m128i);
__whet_x8613 _mm_rot_epi8, _mm_rot_epi16, _mm_rot_epi32, _mm_rot_epi64, _mm_shl_epi8, _mm_shl_epi16, _mm_shl_epi32, _mm_shl_epi64, _mm_sha_epi8, _mm_sha_epi16, _mm_sha_epi32, _mm_sha_epi64, _mm_comlt_epu8, _mm_comle_epu8, _mm_comgt_epu8, _mm_comge_epu8, _mm_comeq_epu8, _mm_comneq_epu8, _mm_comfalse_epu8, _mm_comtrue_epu8, _mm_comlt_epu16, _mm_comle_epu16, _mm_comgt_epu16, _mm_comge_epu16, _mm_comeq_epu16, _mm_comneq_epu16, _mm_comfalse_epu16, _mm_comtrue_epu16, _mm_comlt_epu32, _mm_comle_epu32, _mm_comgt_epu32, _mm_comge_epu32, _mm_comeq_epu32, _mm_comneq_epu32, _mm_comfalse_epu32, _mm_comtrue_epu32, _mm_comlt_epu64, _mm_comle_epu64, _mm_comgt_epu64, _mm_comge_epu64, _mm_comeq_epu64, _mm_comneq_epu64, _mm_comfalse_epu64, _mm_comtrue_epu64, _mm_comlt_epi8, _mm_comle_epi8, _mm_comgt_epi8, _mm_comge_epi8, _mm_comeq_epi8, _mm_comneq_epi8, _mm_comfalse_epi8, _mm_comtrue_epi8, _mm_comlt_epi16, _mm_comle_epi16, _mm_comgt_epi16, _mm_comge_epi16, _mm_comeq_epi16, _mm_comneq_epi16, _mm_comfalse_epi16, _mm_comtrue_epi16, _mm_comlt_epi32, _mm_comle_epi32, _mm_comgt_epi32, _mm_comge_epi32, _mm_comeq_epi32, _mm_comneq_epi32, _mm_comfalse_epi32, _mm_comtrue_epi32, _mm_comlt_epi64, _mm_comle_epi64, _mm_comgt_epi64, _mm_comge_epi64, _mm_comeq_epi64, _mm_comneq_epi64, _mm_comfalse_epi64, _mm_comtrue_epi64;
typedef __m128i __whet_x8614(__m128i, const int);
__whet_x8614 _mm_roti_epi8, _mm_roti_epi16, _mm_roti_epi32, _mm_roti_epi64;
typedef __m128 __whet_x8615(__m128);
__whet_x8615 _mm_frcz_ps;
typedef __m128d __whet_x8616(__m128d);
__whet_x8616 _mm_frcz_pd;
typedef __m128 __whet_x8617(__m128, __m128);
__whet_x8617 _mm_frcz_ss;
typedef __m128d __whet_x8618(__m128d, __m128d);
__whet_x8618 _mm_frcz_sd;
typedef __m256 __whet_x8619(__m256);
__whet_x8619 _mm256_frcz_ps;
typedef __m256d __whet_x8620(__m256d);
__whet_x8620 _mm256_frcz_pd;
typedef __m128d __whet_x8621(__m128d, __m128d, __m128i, const int);
__whet_x8621 _mm_permute2_pd;
typedef __m256d __whet_x8622(__m256d, __m256d, __m256i, const int);
__whet_x8622 _mm256_permute2_pd;
typedef __m128 __whet_x8623(__m128, __m128, __m128i, const int);
__whet_x8623 _mm_permute2_ps;
typedef __m256 __whet_x8624(__m256, __m256, __m256i, const int);
__whet_x8624 _mm256_permute2_ps;
#endif
