// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static uint32_t rd(const unsigned char*p){ 
 return (uint32_t)p[0]<<24|(uint32_t)p[1]<<16|(uint32_t)p[2]<<8|p[3]; 
} int main(void){ unsigned char b[4]; for(int i=0;i<4;i++) b[i]=__VERIFIER_nondet_uchar(); uint32_t v=rd(b); assert((v>>24)==b[0] && (v&255)==b[3]); return 0; }
