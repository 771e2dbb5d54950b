// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int c=__VERIFIER_nondet_int(); double d=3e9;
#if BAD
  switch((int)(c?d:1.0)){ case 1: return 1; }
#else
  switch((long)(c?d:1.0)){ case 1: return 1; }
#endif
  return 0;
}
