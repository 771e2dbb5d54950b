// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int cnt; int f(int v){ cnt+=v; return v; }
int main(void){ int a[2]={[0]=f(1),[1]=f(10)}; assert(cnt==11 && a[0]==1 && a[1]==10); 
 struct{int x,y;} s={.y=f(100),.x=f(1000)}; assert(cnt==1111 && s.x==1000 && s.y==100); return 0;}
