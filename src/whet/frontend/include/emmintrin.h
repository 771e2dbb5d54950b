/* Declarations of <emmintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_emmintrin
#define __whet_emmintrin
#include <mmintrin.h>
#include <xmmintrin.h>
#endif
