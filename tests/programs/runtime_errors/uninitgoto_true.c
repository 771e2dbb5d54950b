// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int r=__VERIFIER_nondet_int();
  if(r>5) goto out;
  int fd=3;
  if(r<0) fd=4;
out:
#if BAD
  if(fd>3) return 1;
#else
  if(r<=5 && fd>3) return 1;
#endif
  return 0;
}
