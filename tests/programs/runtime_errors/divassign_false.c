// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a=__VERIFIER_nondet_int(); signed char d=(signed char)__VERIFIER_nondet_int();
#if BAD
  if(d) a/=d;
#else
  if(d>0) a/=d; else { short s=(short)a; if(d) s/=d; a=s; }
#endif
  return a;
}
