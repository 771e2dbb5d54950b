// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int z; struct {unsigned long long w:35;} s={~0ULL}; enum E{A} e; char c;

int main(void){
assert((long long)(sizeof(z?s.w:s.w))==8);
assert((long long)(sizeof((0,c)))==1);
assert((long long)(sizeof(-c))==4);
assert((long long)((z?e:-1) < 0)==0);
assert((long long)(sizeof(z?(void*)0:(int*)0))==8);
assert((long long)(sizeof(*(1?(void*)0:(int*)0)))==4);
assert((long long)(sizeof(*(1?(void*)1:(int*)0)))==1);
assert((long long)(sizeof((0,s.w)+0))==8);
assert((long long)((z ? 1 : -1L) < 0u)==1);
assert((long long)(({ typeof((0,c)) t=300; t;}))==44);
return 0;}
