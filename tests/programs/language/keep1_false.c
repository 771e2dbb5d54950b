// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char e[]="WHETK=1"; putenv(e); e[6]='2'; assert(getenv("WHETK")[0]=='1'); return 0; }
