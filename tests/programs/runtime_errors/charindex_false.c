// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern char __VERIFIER_nondet_char(void);
static int cnt[256];
int main(void){
  for(int i=0;i<4;i++){
    char c=__VERIFIER_nondet_char();
#if BAD
    cnt[(int)c]++;
#else
    cnt[(unsigned char)c]++;
#endif
  }
  return cnt[65];
}
