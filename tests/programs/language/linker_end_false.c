// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern char end, edata, etext;
int main(void){ assert(&end==&edata); return 0; }
