// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
static const int limits[3]={1,2,3};
static void bump(int*p){ (*p)++; }
int main(void){
#if BAD
  bump((int*)&limits[1]);
#else
  int l=limits[1]; bump(&l);
#endif
  return limits[1]==9;
}
