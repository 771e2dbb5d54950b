// EXPECT: FALSE
// COMMAND: whet verify
#include <stdlib.h>
struct F{ int n; short d[]; };
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned n=__VERIFIER_nondet_uint()%10;
 struct F*f=malloc(sizeof *f+n*sizeof(short)); if(!f) return 0; f->n=n;
 for(unsigned i=0;i<=n;i++) f->d[i]=i;
 free(f); return 0;}
