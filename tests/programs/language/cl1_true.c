// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct P {int x,y;};
static int s(const struct P*p){return p->x*10+p->y;}
int *gp=(int[]){1,2,3};
int main(void){ assert(s(&(struct P){.y=2,.x=1})==12); int *q=(int[5]){[2]=7,8}; assert(q[2]==7&&q[3]==8&&q[4]==0&&q[0]==0);
 assert(gp[2]==3); gp[1]=9; assert(gp[1]==9); char *c=(char[]){"hi"}; c[0]='H'; assert(c[0]=='H');
 struct P a[]={[1]={1,2},[0].y=5,[0].x=4}; assert(a[0].x==4&&a[0].y==5&&a[1].y==2);
 int k=0; again: ; int *l=&(int){k}; if(k++<1) goto again; assert(*l==1); return 0; }
