// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
int main(void){
  int total=0; double rate=1.5e9;
#if BAD
  total+=rate*2;
#else
  total+=rate/2;
#endif
  return total==1;
}
