// EXPECT: FALSE
// COMMAND: whet verify
#include <stdio.h>
int main(void){ static int cnt[256]; int c; 
 char d; while((d=getchar())!=EOF) if(cnt[(int)d]<100) cnt[(int)d]++; 
 return 0; }
