// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
enum __attribute__((packed)) E{A=200,B}; struct S{ enum E e; char c;}; int main(void){ assert(sizeof(enum E)==1 && sizeof(struct S)==2); enum E e=255; e++; assert(e==0); return 0;}
