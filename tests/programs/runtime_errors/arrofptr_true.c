// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int x=1,y=2,z=3; int*tab[3]={&x,&y,
#if BAD
 0};
#else
 &z};
#endif
  int k=__VERIFIER_nondet_int(); if(k<0||k>2) return z;
  int**pp=tab+k; return **pp;
}
