/* Declarations of <pmmintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_pmmintrin
#define __whet_pmmintrin
#include <mmintrin.h>
#include <xmmintrin.h>
#include <emmintrin.h>
#define _MM_DENORMALS_ZERO_MASK 0x0040
#define _MM_DENORMALS_ZERO_OFF 0x0000
#define _MM_DENORMALS_ZERO_ON 0x0040
typedef void __whet_pmm0(void const *, unsigned int, unsigned int);
__whet_pmm0 _mm_monitor;
typedef void __whet_pmm1(unsigned int, unsigned int);
__whet_pmm1 _mm_mwait;
typedef __m128 __whet_pmm2(__m128, __m128);
__whet_pmm2 _mm_addsub_ps, _mm_hadd_ps, _mm_hsub_ps;
typedef __m128 __whet_pmm3(__m128);
__whet_pmm3 _mm_movehdup_ps, _mm_moveldup_ps;
typedef __m128d __whet_pmm4(__m128d, __m128d);
__whet_pmm4 _mm_addsub_pd, _mm_hadd_pd, _mm_hsub_pd;
typedef __m128d __whet_pmm5(double const *);
__whet_pmm5 _mm_loaddup_pd;
typedef __m128d __whet_pmm6(__m128d);
__whet_pmm6 _mm_movedup_pd;
typedef __m128i __whet_pmm7(__m128i const *);
__whet_pmm7 _mm_lddqu_si128;
#endif
