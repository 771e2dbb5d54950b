// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
#define CAT(a,b) a##b
#define AT __attribute__((CAT(const,ructor)))
AT static void init(void){ g=1; }
int main(void){ assert(g==0); return 0; }
