// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int cnt; int f(int v){ cnt+=v; return v; }
int main(void){ int a[5]={[2]=7,8,[1]=5,6,[0]=1}; assert(a[0]==1&&a[1]==5&&a[2]==6&&a[3]==8&&a[4]==0);
 struct {int x,y; struct{int p,q;} z;} s={.z={1,2},.z.q=9,.x=4}; assert(s.x==4&&s.y==0&&s.z.p==1&&s.z.q==9);
 struct {int x; struct{int p,q;} z;} t={.z.q=9,.z={.p=3}}; assert(t.z.p==3 && t.z.q==0);
 int b[]={[3]=1,[1]=2}; assert(sizeof b==16);
 int c[]={[0 ... 3]=4,[2]=1}; assert(c[1]==4&&c[2]==1&&c[3]==4);
 char d[4]={"ab"}; assert(d[2]==0&&d[3]==0); char e[2]="ab"; assert(e[1]=='b');
 char g[][3]={"ab","c",{'x'}}; assert(sizeof g==9 && g[2][1]==0);
 return 0;}
