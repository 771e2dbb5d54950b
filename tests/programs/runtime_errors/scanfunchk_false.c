// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdio.h>
int main(void){
  int n; int t[10]={0};
#if BAD
  if(scanf("%d",&n)!=1) n=0;
  return t[n];
#else
  if(scanf("%d",&n)!=1||n<0||n>=10) return 1;
  return t[n];
#endif
}
