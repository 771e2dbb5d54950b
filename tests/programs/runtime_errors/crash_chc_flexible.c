// EXPECT: ANY
// COMMAND: whet verify --config chc
#include <stdlib.h>
struct msg { unsigned len; unsigned char body[]; };
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){
  unsigned n=__VERIFIER_nondet_uint();
  struct msg *m=malloc(sizeof *m + n);
  m->len=n;
  for(unsigned i=0;i<m->len;i++) m->body[i]=0;
  return 0;
}
