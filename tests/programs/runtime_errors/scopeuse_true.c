// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
int main(void){
  int *p=0; int z=3;
  for(int i=0;i<3;i++){
    int t=i*2;
#if BAD
    if(p && *p==2) z++;
    p=&t;
#else
    p=&t;
    if(p && *p==2) z++;
#endif
  }
  return z>5;
}
