// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#define RATE 0
int main(void){
  int n=100;
#if BAD
  n=10/RATE;
#else
  n=RATE?10/(RATE?RATE:1):0;
#endif
  return n;
}
