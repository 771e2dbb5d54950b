// EXPECT: FALSE
// COMMAND: whet verify --entry buf_put
#define BAD 1
#include <stddef.h>
struct buf{unsigned char*data; size_t size; size_t used;};
int buf_put(struct buf*b,unsigned char c){ if(!b||!b->data) return -1;
#if BAD
 if(b->used>b->size) return -1;
#else
 if(b->used>=b->size) return -1;
#endif
 b->data[b->used++]=c; return 0; }
