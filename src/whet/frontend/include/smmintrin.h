/* Declarations of <smmintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_smmintrin
#define __whet_smmintrin
#include <popcntintrin.h>
#include <mmintrin.h>
#include <xmmintrin.h>
#include <emmintrin.h>
#include <pmmintrin.h>
#include <tmmintrin.h>
#define _MM_FROUND_CEIL (_MM_FROUND_TO_POS_INF | _MM_FROUND_RAISE_EXC)
#define _MM_FROUND_CUR_DIRECTION 0x04
#define _MM_FROUND_FLOOR (_MM_FROUND_TO_NEG_INF | _MM_FROUND_RAISE_EXC)
#define _MM_FROUND_NEARBYINT (_MM_FROUND_CUR_DIRECTION | _MM_FROUND_NO_EXC)
#define _MM_FROUND_NINT (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_RAISE_EXC)
#define _MM_FROUND_NO_EXC 0x08
#define _MM_FROUND_RAISE_EXC 0x00
#define _MM_FROUND_RINT (_MM_FROUND_CUR_DIRECTION | _MM_FROUND_RAISE_EXC)
#define _MM_FROUND_TO_NEAREST_INT 0x00
#define _MM_FROUND_TO_NEG_INF 0x01
#define _MM_FROUND_TO_POS_INF 0x02
#define _MM_FROUND_TO_ZERO 0x03
#define _MM_FROUND_TRUNC (_MM_FROUND_TO_ZERO | _MM_FROUND_RAISE_EXC)
#define _MM_MK_INSERTPS_NDX(S,D,M) (((S) << 6) | ((D) << 4) | (M))
#define _SIDD_BIT_MASK 0x00
#define _SIDD_CMP_EQUAL_ANY 0x00
#define _SIDD_CMP_EQUAL_EACH 0x08
#define _SIDD_CMP_EQUAL_ORDERED 0x0c
#define _SIDD_CMP_RANGES 0x04
#define _SIDD_LEAST_SIGNIFICANT 0x00
#define _SIDD_MASKED_NEGATIVE_POLARITY 0x30
#define _SIDD_MASKED_POSITIVE_POLARITY 0x20
#define _SIDD_MOST_SIGNIFICANT 0x40
#define _SIDD_NEGATIVE_POLARITY 0x10
#define _SIDD_POSITIVE_POLARITY 0x00
#define _SIDD_SBYTE_OPS 0x02
#define _SIDD_SWORD_OPS 0x03
#define _SIDD_UBYTE_OPS 0x00
#define _SIDD_UNIT_MASK 0x40
#define _SIDD_UWORD_OPS 0x01
typedef int __whet_smm0(__m128i, __m128i);
__whet_smm0 _mm_testz_si128, _mm_testc_si128, _mm_testnzc_si128;
typedef __m128d __whet_smm1(__m128d, const int);
__whet_smm1 _mm_round_pd;
typedef __m128d __whet_smm2(__m128d, __m128d, const int);
__whet_smm2 _mm_round_sd, _mm_blend_pd, _mm_dp_pd;
typedef __m128 __whet_smm3(__m128, const int);
__whet_smm3 _mm_round_ps;
typedef __m128 __whet_smm4(__m128, __m128, const int);
__whet_smm4 _mm_round_ss, _mm_blend_ps, _mm_dp_ps, _mm_insert_ps;
typedef __m128i __whet_smm5(__m128i, __m128i, const int);
__whet_smm5 _mm_blend_epi16, _mm_mpsadbw_epu8, _mm_cmpistrm;
typedef __m128i __whet_smm6(__m128i, __m128i, __m128i);
__whet_smm6 _mm_blendv_epi8;
typedef __m128 __whet_smm7(__m128, __m128, __m128);
__whet_smm7 _mm_blendv_ps;
typedef __m128d __whet_smm8(__m128d, __m128d, __m128d);
__whet_smm8 _mm_blendv_pd;
typedef __m128i __whet_smm9(__m128i, __m128i);
__whet_smm9 _mm_cmpeq_epi64, _mm_min_epi8, _mm_max_epi8, _mm_min_epu16, _mm_max_epu16, _mm_min_epi32, _mm_max_epi32, _mm_min_epu32, _mm_max_epu32, _mm_mullo_epi32, _mm_mul_epi32, _mm_packus_epi32, _mm_cmpgt_epi64;
typedef int __whet_smm10(__m128, const int);
__whet_smm10 _mm_extract_ps;
typedef __m128i __whet_smm11(__m128i, int, const int);
__whet_smm11 _mm_insert_epi8, _mm_insert_epi32;
typedef __m128i __whet_smm12(__m128i, long long, const int);
__whet_smm12 _mm_insert_epi64;
typedef int __whet_smm13(__m128i, const int);
__whet_smm13 _mm_extract_epi8, _mm_extract_epi32;
typedef long long __whet_smm14(__m128i, const int);
__whet_smm14 _mm_extract_epi64;
typedef __m128i __whet_smm15(__m128i);
__whet_smm15 _mm_minpos_epu16, _mm_cvtepi8_epi32, _mm_cvtepi16_epi32, _mm_cvtepi8_epi64, _mm_cvtepi32_epi64, _mm_cvtepi16_epi64, _mm_cvtepi8_epi16, _mm_cvtepu8_epi32, _mm_cvtepu16_epi32, _mm_cvtepu8_epi64, _mm_cvtepu32_epi64, _mm_cvtepu16_epi64, _mm_cvtepu8_epi16;
typedef __m128i __whet_smm16(__m128i *);
__whet_smm16 _mm_stream_load_si128;
typedef int __whet_smm17(__m128i, __m128i, const int);
__whet_smm17 _mm_cmpistri, _mm_cmpistra, _mm_cmpistrc, _mm_cmpistro, _mm_cmpistrs, _mm_cmpistrz;
typedef __m128i __whet_smm18(__m128i, int, __m128i, int, const int);
__whet_smm18 _mm_cmpestrm;
typedef int __whet_smm19(__m128i, int, __m128i, int, const int);
__whet_smm19 _mm_cmpestri, _mm_cmpestra, _mm_cmpestrc, _mm_cmpestro, _mm_cmpestrs, _mm_cmpestrz;
typedef unsigned int __whet_smm20(unsigned int, unsigned char);
__whet_smm20 _mm_crc32_u8;
typedef unsigned int __whet_smm21(unsigned int, unsigned short);
__whet_smm21 _mm_crc32_u16;
typedef unsigned int __whet_smm22(unsigned int, unsigned int);
__whet_smm22 _mm_crc32_u32;
typedef unsigned long long __whet_smm23(unsigned long long, unsigned long long);
__whet_smm23 _mm_crc32_u64;
#endif
