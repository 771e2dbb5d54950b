// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
int main(void){ char s[]=",,a,b;;c,"; char*p=strtok(s,",;"); assert(*p=='a'); p=strtok(0,",;"); assert(!strcmp(p,"b")); p=strtok(0,";,"); assert(*p=='c'); p=strtok(0,","); assert(!p); return 0; }
