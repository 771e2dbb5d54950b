// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
enum E{A,B}; enum N{M=-1,P}; int main(void){ enum E e=-1; enum N n=-1; 
 assert(e<0); 
 assert(sizeof(enum E)==4 && e>A); return 0;}
