/* Declarations of <ammintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_ammintrin
#define __whet_ammintrin
#include <mmintrin.h>
#include <xmmintrin.h>
#include <emmintrin.h>
#include <pmmintrin.h>
typedef void __whet_amm0(double *, __m128d);
__whet_amm0 _mm_stream_sd;
typedef void __whet_amm1(float *, __m128);
__whet_amm1 _mm_stream_ss;
typedef __m128i __whet_amm2(__m128i, __m128i);
__whet_amm2 _mm_extract_si64, _mm_insert_si64;
typedef __m128i __whet_amm3(__m128i, unsigned const int, unsigned const int);
__whet_amm3 _mm_extracti_si64;
typedef __m128i __whet_amm4(__m128i, __m128i, unsigned const int, unsigned const int);
__whet_amm4 _mm_inserti_si64;
#endif
