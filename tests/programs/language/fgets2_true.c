// EXPECT: TRUE
// COMMAND: whet verify
#include <stdio.h>
#include <string.h>
#include <assert.h>
int main(void){ char b[5]; if(!fgets(b,5,stdin)) return 0; assert(strlen(b)<5); return 0; }
