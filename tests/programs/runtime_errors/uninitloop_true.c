// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
int main(void){
  int s=0;
  for(int i=0;i<3;i++){
    int x;
#if BAD
    if(i==0) x=1;
#else
    x=i;
#endif
    s+=x;
  }
  return s;
}
