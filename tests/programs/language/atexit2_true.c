// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int g;
static void a(void){ assert(g==2); } static void b(void){ g++; }
int main(void){ atexit(a); atexit(b); atexit(b); if(g==0) exit(1); return 0; }
