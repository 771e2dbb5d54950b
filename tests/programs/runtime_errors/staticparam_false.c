// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
static int first3(int a[static 3]){ return a[0]; }
int main(void){
  int x[3]={1,2,3}; int y[1]={1};
#if BAD
  return first3(y);
#else
  (void)y; return first3(x);
#endif
}
