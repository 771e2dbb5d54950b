/* Declarations of <nmmintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_nmmintrin
#define __whet_nmmintrin
#include <popcntintrin.h>
#include <mmintrin.h>
#include <xmmintrin.h>
#include <emmintrin.h>
#include <pmmintrin.h>
#include <tmmintrin.h>
#include <smmintrin.h>
#endif
