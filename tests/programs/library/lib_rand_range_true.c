// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
static int rnd(int lo,int hi){ 
 return lo+rand()%(hi-lo+1); 
} int main(void){ int x=rnd(3,3); return x!=3; }
