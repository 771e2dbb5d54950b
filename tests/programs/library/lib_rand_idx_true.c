// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
#include <time.h>
int main(void){ static int t[10]; srand(time(0)); for(int i=0;i<3;i++) t[rand()%10]++; return 0; }
