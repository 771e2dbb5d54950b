// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
int main(void){ int x=1; int*p=&x; int*q; memcpy(&q,&p,sizeof q); *q=3; char b[8]; for(int i=0;i<8;i++) b[i]=((char*)&p)[i]; int*r=*(int**)b; *r+=1; assert(x!=4); return 0; }
