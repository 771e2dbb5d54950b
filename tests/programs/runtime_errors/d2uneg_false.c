// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
int main(void){
  volatile double d=-0.9;
#if BAD
  d=-1.0;
#endif
  unsigned u=(unsigned)d;
  return u==4;
}
