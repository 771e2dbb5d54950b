// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int index; int y1=2; double gamma=1.5; int round; static int log=3; int time=4;
int main(void){ index=1; assert(index+y1+log+time==10); return round; }
