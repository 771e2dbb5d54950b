// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdio.h>
int main(void){
  char b[16]; int used=0;
  for(int i=0;i<8;i++){
    int k=snprintf(b+used,sizeof b-used,"%d,",i*100);
#if !BAD
    if(k<0||k>=(int)sizeof b-used) break;
#endif
    used+=k;
  }
  b[used]=0;
  return 0;
}
