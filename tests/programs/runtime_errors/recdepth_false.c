// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
static int f(int n){
#if BAD
  if(n==0) return 0; return 1+f(n-2);
#else
  if(n<=0) return 0; return 1+f(n-2);
#endif
}
int main(void){ return f(7); }
