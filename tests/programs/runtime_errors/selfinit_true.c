// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
int main(void){
#if BAD
  int x=x;
#else
  int x=0;
#endif
  return x==3;
}
