// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
int main(void){
  volatile float f=2147483520.0f;
#if BAD
  f=2147483647;
#endif
  int u=(int)f;
  return u==4;
}
