// EXPECT: TRUE
// COMMAND: whet verify
#include <stdio.h>
int main(void){ static int cnt[256]; int c; 
 while((c=getchar())!=EOF) if(cnt[c]<100) cnt[c]++; 
 return 0; }
