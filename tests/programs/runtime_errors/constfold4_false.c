// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
int main(void){
#if BAD
  int x=(int)3e9;
#else
  unsigned x=(unsigned)3e9;
#endif
  return x==3;
}
