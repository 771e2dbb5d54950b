/* Declarations of <wmmintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_wmmintrin
#define __whet_wmmintrin
#include <mmintrin.h>
#include <xmmintrin.h>
#include <emmintrin.h>
typedef __m128i __whet_wmm0(__m128i, __m128i);
__whet_wmm0 _mm_aesdec_si128, _mm_aesdeclast_si128, _mm_aesenc_si128, _mm_aesenclast_si128;
typedef __m128i __whet_wmm1(__m128i);
__whet_wmm1 _mm_aesimc_si128;
typedef __m128i __whet_wmm2(__m128i, const int);
__whet_wmm2 _mm_aeskeygenassist_si128;
typedef __m128i __whet_wmm3(__m128i, __m128i, const int);
__whet_wmm3 _mm_clmulepi64_si128;
#endif
