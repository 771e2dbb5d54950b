// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void){
  unsigned short a=__VERIFIER_nondet_ushort(),b=__VERIFIER_nondet_ushort();
#if BAD
  unsigned r=a*b;
#else
  unsigned r=(unsigned)a*b;
#endif
  return r==77;
}
