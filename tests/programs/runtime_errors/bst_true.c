// EXPECT: TRUE
// COMMAND: whet verify --check all
#define BAD 0
#include <stdlib.h>
struct t{int k; struct t*l,*r;};
static struct t*ins(struct t*t,int k){
  if(!t){ t=malloc(sizeof *t); if(!t) abort(); t->k=k; t->l=t->r=0; return t; }
  if(k<t->k) t->l=ins(t->l,k); else if(k>t->k) t->r=ins(t->r,k);
  return t;
}
static void fr(struct t*t){ if(!t) return;
#if BAD
  free(t); fr(t->l); fr(t->r);
#else
  fr(t->l); fr(t->r); free(t);
#endif
}
int main(void){ struct t*r=0; int a[]={5,2,8,1,9}; for(int i=0;i<5;i++) r=ins(r,a[i]); fr(r); return 0; }
