// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
static int half(int x){ return x/2; }
static short narrow(double d){ return d; }
int main(void){
  double d=5e9;
#if BAD
  if(narrow(40000.0)) return half(3);
#else
  if(narrow(4000.0)) return half(d/5);
#endif
  return 0;
}
