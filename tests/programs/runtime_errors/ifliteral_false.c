// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int z=1; int*p=&z;
  if(__VERIFIER_nondet_int())
#if BAD
    p=&(int){5};
#else
    p=&z;
#endif
  return *p;
}
