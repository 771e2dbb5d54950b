/* <mm_malloc.h>: blocks with an alignment, as gcc makes them. */
#ifndef __whet_mm_malloc
#define __whet_mm_malloc
#include <stdlib.h>
extern int posix_memalign(void **, size_t, size_t);
static __inline__ void *_mm_malloc(size_t __size, size_t __alignment) {
  void *__block;
  if (__alignment == 1) return malloc(__size);
  if (__alignment == 2 || (sizeof(void *) == 8 && __alignment == 4)) __alignment = sizeof(void *);
  return posix_memalign(&__block, __alignment, __size) == 0 ? __block : 0;
}
static __inline__ void _mm_free(void *__block) { free(__block); }
#endif
