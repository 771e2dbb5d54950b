// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void){ char b[8]; int n=snprintf(b,sizeof b,"%d-%s",12345,"abc"); assert(n==9); assert(!strcmp(b,"12345-a")); n=sprintf(b,"%03d",7); assert(n==3&&b[0]=='0'&&b[2]=='7'); return 0; }
