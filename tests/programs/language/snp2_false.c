// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void){ char b[8]; int n=snprintf(b,sizeof b,"%x|%5.2f",255,3.14159); assert(n!=8); return 0; }
