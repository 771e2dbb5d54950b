// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
struct S{char n[4]; int k;}; int main(void){ struct S s={"ab",7}; struct S a[2]={s,s}; 
 memcpy(a[1].n,"abcdefghi",9); 
 return a[1].k==3; }
