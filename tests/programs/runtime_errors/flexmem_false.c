// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
struct msg { unsigned len; unsigned char body[]; };
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){
  unsigned n=__VERIFIER_nondet_uint();
  if(n>6) return 0;
  struct msg *m=malloc(sizeof *m + n);
  if(!m) return 1;
  m->len=n;
#if BAD
  for(unsigned i=0;i<=m->len;i++) m->body[i]=(unsigned char)i;
#else
  for(unsigned i=0;i<m->len;i++) m->body[i]=(unsigned char)i;
#endif
  unsigned s=0; for(unsigned i=0;i<m->len;i++) s+=m->body[i];
  free(m);
  return s>255;
}
