// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){
  unsigned char c=__VERIFIER_nondet_uchar();
  int r=0;
  switch((unsigned char)(c+1)){ case 0: r=1; break; default: r=2; }
  switch(c+1){ case 0: r+=10; break; case 256: r+=20; break; }
  if(c==255) assert(r==11); else assert(r==2);
  return 0; }
