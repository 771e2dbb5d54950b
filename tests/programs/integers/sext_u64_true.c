// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){ unsigned char hi=__VERIFIER_nondet_uchar(); 
 uint64_t v=(uint32_t)hi<<24; 
 assert(v<=0xFFFFFFFFu); return 0; }
