// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
int main(void){
#if BAD
  int x=x;
#else
  int x=0;
#endif
  return x==3;
}
