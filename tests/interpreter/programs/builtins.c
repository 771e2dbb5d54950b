/* Builtin functions of gcc. */
#include <math.h>
#include <stdio.h>

int main(void) {
  unsigned v[] = {1, 2, 3, 0x80000000u, 0xffffffffu, 0x00ff1200u};
  for (int i = 0; i < 6; i++) {
    unsigned long long w = v[i] * 0x100010001ULL;
    printf("%d %d %d %d %d ", __builtin_clz(v[i]), __builtin_ctz(v[i]), __builtin_popcount(v[i]), __builtin_parity(v[i]), __builtin_ffs(v[i]));
    printf("%d %d %d %x %llx %x\n", __builtin_clzll(w), __builtin_ctzll(w), __builtin_popcountll(w), __builtin_bswap32(v[i]), __builtin_bswap64(w), __builtin_bswap16(v[i]));
  }
  int r; unsigned ur; long long lr; unsigned char c;
  int o1 = __builtin_add_overflow(0x7fffffff, 1, &r), o2 = __builtin_sub_overflow(1u, 2u, &ur), o3 = __builtin_mul_overflow(1LL << 40, 1 << 20, &lr);
  printf("%d %d %d %u %d %lld\n", o1, r, o2, ur, o3, lr);
  o1 = __builtin_add_overflow(200, 55, &c); o2 = __builtin_add_overflow(200, 56, &c); o3 = __builtin_add_overflow(-1, 2u, &ur);
  printf("%d %d %d %d %u\n", o1, o2, c, o3, ur);
  double inf = __builtin_inf(), nan = __builtin_nan("");
  printf("%d %d %d %d %d\n", !!__builtin_isnan(nan), !!__builtin_isinf(-inf), !!__builtin_isfinite(1.0), !!__builtin_signbit(-0.0), !!__builtin_isnormal(1e-310));
  printf("%d %d %d %d\n", isnan(nan), !!isinf(inf), isfinite(nan), isless(1.0, nan));
  printf("%d %d %d %d %d\n", fpclassify(0.0) == FP_ZERO, fpclassify(1e-320) == FP_SUBNORMAL, fpclassify(inf) == FP_INFINITE, fpclassify(nan) == FP_NAN, fpclassify(2.0f) == FP_NORMAL);
  printf("%g %g %g %d\n", __builtin_huge_val(), __builtin_fabs(-2.5), __builtin_copysign(3.0, -0.0), (int)__builtin_expect(7, 1));
  int shared = 5;
  int old = __sync_fetch_and_add(&shared, 3), new = __sync_add_and_fetch(&shared, 2), swapped = __sync_bool_compare_and_swap(&shared, 10, 20);
  printf("%d %d %d %d ", old, new, swapped, shared);
  old = __sync_val_compare_and_swap(&shared, 5, 6); new = __sync_lock_test_and_set(&shared, 9);
  printf("%d %d %d\n", old, new, shared);
  int sum = __builtin_sadd_overflow(5, 6, &r), product = __builtin_umul_overflow(1u << 31, 2, &ur);
  printf("%d %d %d %u\n", sum, r, product, ur);
  return 0;
}
