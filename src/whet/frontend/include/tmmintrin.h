/* Declarations of <tmmintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_tmmintrin
#define __whet_tmmintrin
#include <mmintrin.h>
#include <xmmintrin.h>
#include <emmintrin.h>
#include <pmmintrin.h>
typedef __m128i __whet_tmm0(__m128i, __m128i);
__whet_tmm0 _mm_hadd_epi16, _mm_hadd_epi32, _mm_hadds_epi16, _mm_hsub_epi16, _mm_hsub_epi32, _mm_hsubs_epi16, _mm_maddubs_epi16, _mm_mulhrs_epi16, _mm_shuffle_epi8, _mm_sign_epi8, _mm_sign_epi16, _mm_sign_epi32;
typedef __m64 __whet_tmm1(__m64, __m64);
__whet_tmm1 _mm_hadd_pi16, _mm_hadd_pi32, _mm_hadds_pi16, _mm_hsub_pi16, _mm_hsub_pi32, _mm_hsubs_pi16, _mm_maddubs_pi16, _mm_mulhrs_pi16, _mm_shuffle_pi8, _mm_sign_pi8, _mm_sign_pi16, _mm_sign_pi32;
typedef __m128i __whet_tmm2(__m128i, __m128i, const int);
__whet_tmm2 _mm_alignr_epi8;
typedef __m64 __whet_tmm3(__m64, __m64, const int);
__whet_tmm3 _mm_alignr_pi8;
typedef __m128i __whet_tmm4(__m128i);
__whet_tmm4 _mm_abs_epi8, _mm_abs_epi16, _mm_abs_epi32;
typedef __m64 __whet_tmm5(__m64);
__whet_tmm5 _mm_abs_pi8, _mm_abs_pi16, _mm_abs_pi32;
#endif
