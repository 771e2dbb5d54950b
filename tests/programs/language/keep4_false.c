// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
int main(void){ char a[]="x y"; char*s; char*t=strtok_r(a," ",&s); t=strtok_r(0," ",&s); *t='Q'; assert(a[2]=='y'); return 0; }
