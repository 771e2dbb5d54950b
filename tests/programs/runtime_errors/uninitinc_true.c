// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
int main(void){
#if BAD
  unsigned cnt;
#else
  unsigned cnt=0;
#endif
  for(int i=0;i<3;i++) cnt++;
  return 0;
}
