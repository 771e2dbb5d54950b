// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
static int grid[4][5];
static int sum_col(int c){ int s=0; for(int r=0;r<4;r++) s+=grid[r][c]; return s; }
int main(void){
  for(int r=0;r<4;r++) for(int c=0;c<5;c++) grid[r][c]=r*c;
  int best=0;
#if BAD
  for(int c=0;c<=5;c++)
#else
  for(int c=0;c<5;c++)
#endif
  { int s=sum_col(c); if(s>best) best=s; }
  printf("%d\n",best);
  return 0;
}
