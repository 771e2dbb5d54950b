/* The part of <stddef.h> that belongs to the compiler. glibc asks for single names through __need_ macros. */
#if !defined(__need_size_t) && !defined(__need_wchar_t) && !defined(__need_NULL) && !defined(__need_ptrdiff_t) && \
    !defined(__need_wint_t)
#define __need_size_t
#define __need_wchar_t
#define __need_NULL
#define __need_ptrdiff_t
#define __whet_need_all
#endif

#ifdef __need_size_t
#undef __need_size_t
#ifndef __whet_size_t
#define __whet_size_t
typedef __SIZE_TYPE__ size_t;
#endif
#endif

#ifdef __need_ptrdiff_t
#undef __need_ptrdiff_t
#ifndef __whet_ptrdiff_t
#define __whet_ptrdiff_t
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif
#endif

#ifdef __need_wchar_t
#undef __need_wchar_t
#ifndef __whet_wchar_t
#define __whet_wchar_t
typedef __WCHAR_TYPE__ wchar_t;
#endif
#endif

#ifdef __need_wint_t
#undef __need_wint_t
#ifndef __whet_wint_t
#define __whet_wint_t
typedef __WINT_TYPE__ wint_t;
#endif
#endif

#ifdef __need_NULL
#undef __need_NULL
#undef NULL
#define NULL ((void *)0)
#endif

#ifdef __whet_need_all
#undef __whet_need_all
#undef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#ifndef __whet_max_align_t
#define __whet_max_align_t
typedef struct {
  long long __whet_ll __attribute__((__aligned__(__alignof__(long long))));
  long double __whet_ld __attribute__((__aligned__(__alignof__(long double))));
#ifdef __i386__
  char __whet_f128[16] __attribute__((__aligned__(16)));
#endif
} max_align_t;
#endif
#endif
