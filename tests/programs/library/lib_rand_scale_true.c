// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
int main(void){ static int t[10]; 
 int i=(int)((double)rand()/((double)RAND_MAX+1)*10); 
 t[i]++; return 0; }
