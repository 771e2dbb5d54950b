// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
int main(void){
  int i=0; int a[3]={1,2,3};
#if BAD
  a[i]=i++;
  i=i++ + 1;
#else
  a[i]=i; i++;
#endif
  return a[0];
}
