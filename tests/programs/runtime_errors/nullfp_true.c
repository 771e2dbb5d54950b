// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static int inc(int x){return x<100?x+1:x;} static int dec(int x){return x>0?x-1:x;}
typedef int (*op)(int);
static op table[4]={inc,dec,inc};
int main(void){
  int k=__VERIFIER_nondet_int();
#if BAD
  if(k<0||k>3) return 0;
#else
  if(k<0||k>2) return 0;
#endif
  return table[k](5);
}
