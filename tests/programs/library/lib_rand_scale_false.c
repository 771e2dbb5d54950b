// EXPECT: FALSE
// COMMAND: whet verify
#include <stdlib.h>
int main(void){ static int t[10]; 
 int i=(int)((double)rand()/RAND_MAX*10); 
 t[i]++; return 0; }
