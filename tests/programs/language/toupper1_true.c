// EXPECT: TRUE
// COMMAND: whet verify
#include <ctype.h>
#include <assert.h>
int main(void){ assert(toupper('a')=='A'); assert(isspace('\v')); assert(!isprint(127)); assert(isxdigit('f')&&!isxdigit('g')); assert(tolower('Z')=='z'&&toupper('1')=='1'); assert(ispunct('_')); assert(!isalnum('_')); assert(toupper(-1)==-1); return 0; }
