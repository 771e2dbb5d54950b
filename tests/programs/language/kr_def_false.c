// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int f(a,b,c) int a; char b; float c; { 
 return a+(b+1)+(int)c; 
}
int main(){ assert(f(1,2,3.0)==6); assert(f(1,(char)258,3.5)==6); return 0; }
