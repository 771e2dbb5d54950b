// EXPECT: TRUE
// COMMAND: whet verify --entry copy --no-null
#define BAD 0
#include <stddef.h>
size_t copy(char*dst,size_t dst_size,const char*src){ size_t i=0;
#if BAD
 while(src[i]){ if(i>=dst_size) break; dst[i]=src[i]; i++; } dst[i]=0; return i; }
#else
 if(!dst_size) return 0; while(src[i]&&i+1<dst_size){ dst[i]=src[i]; i++; } dst[i]=0; return i; }
#endif
