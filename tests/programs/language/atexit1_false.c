// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int g;
static void a(void){ assert(g==1); } static void b(void){ g++; }
int main(void){ atexit(a); atexit(b); atexit(b); return 0; }
