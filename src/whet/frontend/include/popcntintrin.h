/* Declarations of <popcntintrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */
#ifndef __whet_popcntintrin
#define __whet_popcntintrin
static __inline__ int _mm_popcnt_u32(unsigned int __x) { return __builtin_popcount(__x); }
static __inline__ long long _mm_popcnt_u64(unsigned long long __x) { return __builtin_popcountll(__x); }
#endif
