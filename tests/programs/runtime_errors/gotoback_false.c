// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int *p=0; int n=0;
again:;
  {
    int x=n;
#if BAD
    if(p && *p>5) return 1;
    p=&x;
#else
    p=&x; if(*p>5) return 1;
#endif
  }
  if(++n<3) goto again;
  return 0;
}
