// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
static void addv(int n,int*restrict d,const int*restrict s){ for(int i=0;i<n;i++) d[i]=s[i]+1; }
int main(void){
  int a[5]={0};
#if BAD
  addv(4,a+1,a);
#else
  int b[4]={0}; addv(4,a,b);
#endif
  return a[4];
}
