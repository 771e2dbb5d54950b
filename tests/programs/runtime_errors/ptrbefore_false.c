// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
int main(void){
  int a[4]={1,2,3,4}; int s=0;
#if BAD
  for(int*p=a+3;p>=a;p--) s+=*p;
#else
  for(int*p=a+4;p>a;) s+=*--p;
#endif
  return s;
}
