// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern long __VERIFIER_nondet_long(void);
int main(void){
  long a=__VERIFIER_nondet_long(),b=__VERIFIER_nondet_long();
#if BAD
  __int128 r=(__int128)(a-b)*2;
#else
  __int128 r=((__int128)a-b)*2;
#endif
  return r==4;
}
