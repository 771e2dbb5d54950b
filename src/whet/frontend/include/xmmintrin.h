/* Declarations of <xmmintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_xmmintrin
#define __whet_xmmintrin
#include <mmintrin.h>
#include <mm_malloc.h>
typedef float __m128 __attribute__ ((__vector_size__ (16), __may_alias__));
typedef float __m128_u __attribute__ ((__vector_size__ (16), __may_alias__, __aligned__ (1)));
typedef float __v4sf __attribute__ ((__vector_size__ (16)));
typedef double __v2df __attribute__ ((__vector_size__ (16)));
typedef long long __v2di __attribute__ ((__vector_size__ (16)));
typedef unsigned long long __v2du __attribute__ ((__vector_size__ (16)));
typedef int __v4si __attribute__ ((__vector_size__ (16)));
typedef unsigned int __v4su __attribute__ ((__vector_size__ (16)));
typedef short __v8hi __attribute__ ((__vector_size__ (16)));
typedef unsigned short __v8hu __attribute__ ((__vector_size__ (16)));
typedef char __v16qi __attribute__ ((__vector_size__ (16)));
typedef signed char __v16qs __attribute__ ((__vector_size__ (16)));
typedef unsigned char __v16qu __attribute__ ((__vector_size__ (16)));
typedef long long __m128i __attribute__ ((__vector_size__ (16), __may_alias__));
typedef double __m128d __attribute__ ((__vector_size__ (16), __may_alias__));
typedef long long __m128i_u __attribute__ ((__vector_size__ (16), __may_alias__, __aligned__ (1)));
typedef double __m128d_u __attribute__ ((__vector_size__ (16), __may_alias__, __aligned__ (1)));
enum _mm_hint { _MM_HINT_ET0 = 7, _MM_HINT_ET1 = 6, _MM_HINT_T0 = 3, _MM_HINT_T1 = 2, _MM_HINT_T2 = 1, _MM_HINT_NTA = 0 };
#define _MM_EXCEPT_DENORM 0x0002
#define _MM_EXCEPT_DIV_ZERO 0x0004
#define _MM_EXCEPT_INEXACT 0x0020
#define _MM_EXCEPT_INVALID 0x0001
#define _MM_EXCEPT_MASK 0x003f
#define _MM_EXCEPT_OVERFLOW 0x0008
#define _MM_EXCEPT_UNDERFLOW 0x0010
#define _MM_FLUSH_ZERO_MASK 0x8000
#define _MM_FLUSH_ZERO_OFF 0x0000
#define _MM_FLUSH_ZERO_ON 0x8000
#define _MM_MASK_DENORM 0x0100
#define _MM_MASK_DIV_ZERO 0x0200
#define _MM_MASK_INEXACT 0x1000
#define _MM_MASK_INVALID 0x0080
#define _MM_MASK_MASK 0x1f80
#define _MM_MASK_OVERFLOW 0x0400
#define _MM_MASK_UNDERFLOW 0x0800
#define _MM_ROUND_DOWN 0x2000
#define _MM_ROUND_MASK 0x6000
#define _MM_ROUND_NEAREST 0x0000
#define _MM_ROUND_TOWARD_ZERO 0x6000
#define _MM_ROUND_UP 0x4000
#define _MM_SHUFFLE(fp3,fp2,fp1,fp0) (((fp3) << 6) | ((fp2) << 4) | ((fp1) << 2) | (fp0))
#define _MM_SHUFFLE2(fp1,fp0) (((fp1) << 1) | (fp0))
static __inline__ void _mm_prefetch(const void *__p, enum _mm_hint __h) {}
static __inline__ void _mm_sfence(void) {}
static __inline__ void _mm_lfence(void) {}
static __inline__ void _mm_mfence(void) {}
static __inline__ void _mm_pause(void) {}
typedef __m128 __whet_xmm0(void);
__whet_xmm0 _mm_undefined_ps, _mm_setzero_ps;
typedef __m128 __whet_xmm1(__m128, __m128);
__whet_xmm1 _mm_add_ss, _mm_sub_ss, _mm_mul_ss, _mm_div_ss, _mm_min_ss, _mm_max_ss, _mm_add_ps, _mm_sub_ps, _mm_mul_ps, _mm_div_ps, _mm_min_ps, _mm_max_ps, _mm_and_ps, _mm_andnot_ps, _mm_or_ps, _mm_xor_ps, _mm_cmpeq_ss, _mm_cmplt_ss, _mm_cmple_ss, _mm_cmpgt_ss, _mm_cmpge_ss, _mm_cmpneq_ss, _mm_cmpnlt_ss, _mm_cmpnle_ss, _mm_cmpngt_ss, _mm_cmpnge_ss, _mm_cmpord_ss, _mm_cmpunord_ss, _mm_cmpeq_ps, _mm_cmplt_ps, _mm_cmple_ps, _mm_cmpgt_ps, _mm_cmpge_ps, _mm_cmpneq_ps, _mm_cmpnlt_ps, _mm_cmpnle_ps, _mm_cmpngt_ps, _mm_cmpnge_ps, _mm_cmpord_ps, _mm_cmpunord_ps, _mm_unpackhi_ps, _mm_unpacklo_ps, _mm_movehl_ps, _mm_movelh_ps, _mm_move_ss;
typedef __m128 __whet_xmm2(__m128);
__whet_xmm2 _mm_sqrt_ss, _mm_rcp_ss, _mm_rsqrt_ss, _mm_sqrt_ps, _mm_rcp_ps, _mm_rsqrt_ps;
typedef int __whet_xmm3(__m128, __m128);
__whet_xmm3 _mm_comieq_ss, _mm_comilt_ss, _mm_comile_ss, _mm_comigt_ss, _mm_comige_ss, _mm_comineq_ss, _mm_ucomieq_ss, _mm_ucomilt_ss, _mm_ucomile_ss, _mm_ucomigt_ss, _mm_ucomige_ss, _mm_ucomineq_ss;
typedef int __whet_xmm4(__m128);
__whet_xmm4 _mm_cvtss_si32, _mm_cvt_ss2si, _mm_cvttss_si32, _mm_cvtt_ss2si, _mm_movemask_ps;
typedef long long __whet_xmm5(__m128);
__whet_xmm5 _mm_cvtss_si64, _mm_cvtss_si64x, _mm_cvttss_si64, _mm_cvttss_si64x;
typedef __m64 __whet_xmm6(__m128);
__whet_xmm6 _mm_cvtps_pi32, _mm_cvt_ps2pi, _mm_cvttps_pi32, _mm_cvtt_ps2pi, _mm_cvtps_pi16, _mm_cvtps_pi8;
typedef __m128 __whet_xmm7(__m128, int);
__whet_xmm7 _mm_cvtsi32_ss, _mm_cvt_si2ss;
typedef __m128 __whet_xmm8(__m128, long long);
__whet_xmm8 _mm_cvtsi64_ss, _mm_cvtsi64x_ss;
typedef __m128 __whet_xmm9(__m128, __m64);
__whet_xmm9 _mm_cvtpi32_ps, _mm_cvt_pi2ps;
typedef __m128 __whet_xmm10(__m64);
__whet_xmm10 _mm_cvtpi16_ps, _mm_cvtpu16_ps, _mm_cvtpi8_ps, _mm_cvtpu8_ps;
typedef __m128 __whet_xmm11(__m64, __m64);
__whet_xmm11 _mm_cvtpi32x2_ps;
typedef __m128 __whet_xmm12(__m128, __m128, int const);
__whet_xmm12 _mm_shuffle_ps;
typedef __m128 __whet_xmm13(__m128, __m64 const *);
__whet_xmm13 _mm_loadh_pi, _mm_loadl_pi;
typedef void __whet_xmm14(__m64 *, __m128);
__whet_xmm14 _mm_storeh_pi, _mm_storel_pi;
typedef unsigned int __whet_xmm15(void);
__whet_xmm15 _mm_getcsr, _MM_GET_EXCEPTION_STATE, _MM_GET_EXCEPTION_MASK, _MM_GET_ROUNDING_MODE, _MM_GET_FLUSH_ZERO_MODE;
typedef void __whet_xmm16(unsigned int);
__whet_xmm16 _mm_setcsr, _MM_SET_EXCEPTION_STATE, _MM_SET_EXCEPTION_MASK, _MM_SET_ROUNDING_MODE, _MM_SET_FLUSH_ZERO_MODE;
typedef __m128 __whet_xmm17(float);
__whet_xmm17 _mm_set_ss, _mm_set1_ps, _mm_set_ps1;
typedef __m128 __whet_xmm18(float const *);
__whet_xmm18 _mm_load_ss, _mm_load1_ps, _mm_load_ps1, _mm_load_ps, _mm_loadu_ps, _mm_loadr_ps;
typedef __m128 __whet_xmm19(const float, const float, const float, const float);
__whet_xmm19 _mm_set_ps;
typedef __m128 __whet_xmm20(float, float, float, float);
__whet_xmm20 _mm_setr_ps;
typedef void __whet_xmm21(float *, __m128);
__whet_xmm21 _mm_store_ss, _mm_store_ps, _mm_storeu_ps, _mm_store1_ps, _mm_store_ps1, _mm_storer_ps, _mm_stream_ps;
typedef float __whet_xmm22(__m128);
__whet_xmm22 _mm_cvtss_f32;
typedef int __whet_xmm23(__m64 const, int const);
__whet_xmm23 _mm_extract_pi16, _m_pextrw;
typedef __m64 __whet_xmm24(__m64 const, int const, int const);
__whet_xmm24 _mm_insert_pi16, _m_pinsrw;
typedef __m64 __whet_xmm25(__m64, __m64);
__whet_xmm25 _mm_max_pi16, _m_pmaxsw, _mm_max_pu8, _m_pmaxub, _mm_min_pi16, _m_pminsw, _mm_min_pu8, _m_pminub, _mm_mulhi_pu16, _m_pmulhuw, _mm_avg_pu8, _m_pavgb, _mm_avg_pu16, _m_pavgw, _mm_sad_pu8, _m_psadbw, _mm_mul_su32;
typedef int __whet_xmm26(__m64);
__whet_xmm26 _mm_movemask_pi8, _m_pmovmskb;
typedef __m64 __whet_xmm27(__m64, int const);
__whet_xmm27 _mm_shuffle_pi16, _m_pshufw;
typedef void __whet_xmm28(__m64, __m64, char *);
__whet_xmm28 _mm_maskmove_si64, _m_maskmovq;
typedef void __whet_xmm29(__m64 *, __m64);
__whet_xmm29 _mm_stream_pi;
typedef __m128d __whet_xmm30(double);
__whet_xmm30 _mm_set_sd, _mm_set1_pd, _mm_set_pd1;
typedef __m128d __whet_xmm31(double, double);
__whet_xmm31 _mm_set_pd, _mm_setr_pd;
typedef __m128d __whet_xmm32(void);
__whet_xmm32 _mm_undefined_pd, _mm_setzero_pd;
typedef __m128d __whet_xmm33(__m128d, __m128d);
__whet_xmm33 _mm_move_sd, _mm_add_pd, _mm_add_sd, _mm_sub_pd, _mm_sub_sd, _mm_mul_pd, _mm_mul_sd, _mm_div_pd, _mm_div_sd, _mm_sqrt_sd, _mm_min_pd, _mm_min_sd, _mm_max_pd, _mm_max_sd, _mm_and_pd, _mm_andnot_pd, _mm_or_pd, _mm_xor_pd, _mm_cmpeq_pd, _mm_cmplt_pd, _mm_cmple_pd, _mm_cmpgt_pd, _mm_cmpge_pd, _mm_cmpneq_pd, _mm_cmpnlt_pd, _mm_cmpnle_pd, _mm_cmpngt_pd, _mm_cmpnge_pd, _mm_cmpord_pd, _mm_cmpunord_pd, _mm_cmpeq_sd, _mm_cmplt_sd, _mm_cmple_sd, _mm_cmpgt_sd, _mm_cmpge_sd, _mm_cmpneq_sd, _mm_cmpnlt_sd, _mm_cmpnle_sd, _mm_cmpngt_sd, _mm_cmpnge_sd, _mm_cmpord_sd, _mm_cmpunord_sd, _mm_unpackhi_pd, _mm_unpacklo_pd;
typedef __m128d __whet_xmm34(double const *);
__whet_xmm34 _mm_load_pd, _mm_loadu_pd, _mm_load1_pd, _mm_load_sd, _mm_load_pd1, _mm_loadr_pd;
typedef void __whet_xmm35(double *, __m128d);
__whet_xmm35 _mm_store_pd, _mm_storeu_pd, _mm_store_sd, _mm_storel_pd, _mm_storeh_pd, _mm_store1_pd, _mm_store_pd1, _mm_storer_pd, _mm_stream_pd;
typedef double __whet_xmm36(__m128d);
__whet_xmm36 _mm_cvtsd_f64;
typedef int __whet_xmm37(__m128i);
__whet_xmm37 _mm_cvtsi128_si32, _mm_movemask_epi8;
typedef long long __whet_xmm38(__m128i);
__whet_xmm38 _mm_cvtsi128_si64, _mm_cvtsi128_si64x;
typedef __m128d __whet_xmm39(__m128d);
__whet_xmm39 _mm_sqrt_pd;
typedef int __whet_xmm40(__m128d, __m128d);
__whet_xmm40 _mm_comieq_sd, _mm_comilt_sd, _mm_comile_sd, _mm_comigt_sd, _mm_comige_sd, _mm_comineq_sd, _mm_ucomieq_sd, _mm_ucomilt_sd, _mm_ucomile_sd, _mm_ucomigt_sd, _mm_ucomige_sd, _mm_ucomineq_sd;
typedef __m128i __whet_xmm41(long long, long long);
__whet_xmm41 _mm_set_epi64x;
typedef __m128i __whet_xmm42(__m64, __m64);
__whet_xmm42 _mm_set_epi64, _mm_setr_epi64;
typedef __m128i __whet_xmm43(int, int, int, int);
__whet_xmm43 _mm_set_epi32, _mm_setr_epi32;
typedef __m128i __whet_xmm44(short, short, short, short, short, short, short, short);
__whet_xmm44 _mm_set_epi16, _mm_setr_epi16;
typedef __m128i __whet_xmm45(char, char, char, char, char, char, char, char, char, char, char, char, char, char, char, char);
__whet_xmm45 _mm_set_epi8, _mm_setr_epi8;
typedef __m128i __whet_xmm46(long long);
__whet_xmm46 _mm_set1_epi64x, _mm_cvtsi64_si128, _mm_cvtsi64x_si128;
typedef __m128i __whet_xmm47(__m64);
__whet_xmm47 _mm_set1_epi64, _mm_movpi64_epi64;
typedef __m128i __whet_xmm48(int);
__whet_xmm48 _mm_set1_epi32, _mm_cvtsi32_si128;
typedef __m128i __whet_xmm49(short);
__whet_xmm49 _mm_set1_epi16;
typedef __m128i __whet_xmm50(char);
__whet_xmm50 _mm_set1_epi8;
typedef __m128i __whet_xmm51(__m128i const *);
__whet_xmm51 _mm_load_si128;
typedef __m128i __whet_xmm52(__m128i_u const *);
__whet_xmm52 _mm_loadu_si128, _mm_loadl_epi64;
typedef __m128i __whet_xmm53(void const *);
__whet_xmm53 _mm_loadu_si64, _mm_loadu_si32, _mm_loadu_si16;
typedef void __whet_xmm54(__m128i *, __m128i);
__whet_xmm54 _mm_store_si128, _mm_stream_si128;
typedef void __whet_xmm55(__m128i_u *, __m128i);
__whet_xmm55 _mm_storeu_si128, _mm_storel_epi64;
typedef void __whet_xmm56(void *, __m128i);
__whet_xmm56 _mm_storeu_si64, _mm_storeu_si32, _mm_storeu_si16;
typedef __m64 __whet_xmm57(__m128i);
__whet_xmm57 _mm_movepi64_pi64;
typedef __m128i __whet_xmm58(__m128i);
__whet_xmm58 _mm_move_epi64;
typedef __m128i __whet_xmm59(void);
__whet_xmm59 _mm_undefined_si128, _mm_setzero_si128;
typedef __m128d __whet_xmm60(__m128i);
__whet_xmm60 _mm_cvtepi32_pd, _mm_castsi128_pd;
typedef __m128 __whet_xmm61(__m128i);
__whet_xmm61 _mm_cvtepi32_ps, _mm_castsi128_ps;
typedef __m128i __whet_xmm62(__m128d);
__whet_xmm62 _mm_cvtpd_epi32, _mm_cvttpd_epi32, _mm_castpd_si128;
typedef __m64 __whet_xmm63(__m128d);
__whet_xmm63 _mm_cvtpd_pi32, _mm_cvttpd_pi32;
typedef __m128 __whet_xmm64(__m128d);
__whet_xmm64 _mm_cvtpd_ps, _mm_castpd_ps;
typedef __m128d __whet_xmm65(__m64);
__whet_xmm65 _mm_cvtpi32_pd;
typedef __m128i __whet_xmm66(__m128);
__whet_xmm66 _mm_cvtps_epi32, _mm_cvttps_epi32, _mm_castps_si128;
typedef __m128d __whet_xmm67(__m128);
__whet_xmm67 _mm_cvtps_pd, _mm_castps_pd;
typedef int __whet_xmm68(__m128d);
__whet_xmm68 _mm_cvtsd_si32, _mm_cvttsd_si32, _mm_movemask_pd;
typedef long long __whet_xmm69(__m128d);
__whet_xmm69 _mm_cvtsd_si64, _mm_cvtsd_si64x, _mm_cvttsd_si64, _mm_cvttsd_si64x;
typedef __m128 __whet_xmm70(__m128, __m128d);
__whet_xmm70 _mm_cvtsd_ss;
typedef __m128d __whet_xmm71(__m128d, int);
__whet_xmm71 _mm_cvtsi32_sd;
typedef __m128d __whet_xmm72(__m128d, long long);
__whet_xmm72 _mm_cvtsi64_sd, _mm_cvtsi64x_sd;
typedef __m128d __whet_xmm73(__m128d, __m128);
__whet_xmm73 _mm_cvtss_sd;
typedef __m128d __whet_xmm74(__m128d, __m128d, const int);
__whet_xmm74 _mm_shuffle_pd;
typedef __m128d __whet_xmm75(__m128d, double const *);
__whet_xmm75 _mm_loadh_pd, _mm_loadl_pd;
typedef __m128i __whet_xmm76(__m128i, __m128i);
__whet_xmm76 _mm_packs_epi16, _mm_packs_epi32, _mm_packus_epi16, _mm_unpackhi_epi8, _mm_unpackhi_epi16, _mm_unpackhi_epi32, _mm_unpackhi_epi64, _mm_unpacklo_epi8, _mm_unpacklo_epi16, _mm_unpacklo_epi32, _mm_unpacklo_epi64, _mm_add_epi8, _mm_add_epi16, _mm_add_epi32, _mm_add_epi64, _mm_adds_epi8, _mm_adds_epi16, _mm_adds_epu8, _mm_adds_epu16, _mm_sub_epi8, _mm_sub_epi16, _mm_sub_epi32, _mm_sub_epi64, _mm_subs_epi8, _mm_subs_epi16, _mm_subs_epu8, _mm_subs_epu16, _mm_madd_epi16, _mm_mulhi_epi16, _mm_mullo_epi16, _mm_mul_epu32, _mm_sll_epi16, _mm_sll_epi32, _mm_sll_epi64, _mm_sra_epi16, _mm_sra_epi32, _mm_srl_epi16, _mm_srl_epi32, _mm_srl_epi64, _mm_and_si128, _mm_andnot_si128, _mm_or_si128, _mm_xor_si128, _mm_cmpeq_epi8, _mm_cmpeq_epi16, _mm_cmpeq_epi32, _mm_cmplt_epi8, _mm_cmplt_epi16, _mm_cmplt_epi32, _mm_cmpgt_epi8, _mm_cmpgt_epi16, _mm_cmpgt_epi32, _mm_max_epi16, _mm_max_epu8, _mm_min_epi16, _mm_min_epu8, _mm_mulhi_epu16, _mm_avg_epu8, _mm_avg_epu16, _mm_sad_epu8;
typedef __m128i __whet_xmm77(__m128i, int);
__whet_xmm77 _mm_slli_epi16, _mm_slli_epi32, _mm_slli_epi64, _mm_srai_epi16, _mm_srai_epi32, _mm_srli_epi16, _mm_srli_epi32, _mm_srli_epi64;
typedef __m128i __whet_xmm78(__m128i, const int);
__whet_xmm78 _mm_bsrli_si128, _mm_bslli_si128, _mm_srli_si128, _mm_slli_si128, _mm_shufflehi_epi16, _mm_shufflelo_epi16, _mm_shuffle_epi32;
typedef int __whet_xmm79(__m128i const, int const);
__whet_xmm79 _mm_extract_epi16;
typedef __m128i __whet_xmm80(__m128i const, int const, int const);
__whet_xmm80 _mm_insert_epi16;
typedef void __whet_xmm81(__m128i, __m128i, char *);
__whet_xmm81 _mm_maskmoveu_si128;
typedef void __whet_xmm82(int *, int);
__whet_xmm82 _mm_stream_si32;
typedef void __whet_xmm83(long long int *, long long int);
__whet_xmm83 _mm_stream_si64;
typedef void __whet_xmm84(void const *);
__whet_xmm84 _mm_clflush;
#endif
