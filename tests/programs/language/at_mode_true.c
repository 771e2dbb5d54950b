// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
typedef int T __attribute__((mode(QI))); typedef unsigned U __attribute__((mode(DI))); typedef int V __attribute__((vector_size(16))); int main(void){ assert(sizeof(T)==1 && sizeof(U)==8); T t=127; t++; assert(t==-128); return 0;}
