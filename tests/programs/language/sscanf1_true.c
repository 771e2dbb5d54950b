// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdio.h>
int main(void){ int a=0,b=0,n; char w[8]; int r=sscanf("12 abc 0x1f","%d %3s %i%n",&a,w,&b,&n); assert(r==3&&a==12&&w[2]=='c'&&b==31&&n==11); r=sscanf("x","%d",&a); assert(r==0); r=sscanf("","%d",&a); assert(r==-1); r=sscanf("5-","%d-%d",&a,&b); assert(r==1); return 0; }
