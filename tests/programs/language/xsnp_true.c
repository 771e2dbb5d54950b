// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdio.h>
char b[64];
#define S(...) ({ int n=snprintf(b,sizeof b,__VA_ARGS__); long h=n; for(int i=0;i<n;i++) h=(h*31+(unsigned char)b[i])%1000003; h; })

int main(void){
assert((long long)(S("%5d|%-5d|%05d|%+d",42,42,-42,42))==12597);
assert((long long)(S("%x %X %#x %#o %o",255,255,255,8,8))==594473);
assert((long long)(S("%s|%10s|%-4s|%.2s","abc","de","f","ghij"))==813572);
assert((long long)(S("%c%c%%",65,'z'))==155657);
assert((long long)(S("%ld %lu %hhd %hu",-5L,5UL,300,70000))==299207);
assert((long long)(S("%.3f %e %g",3.14159,12345.678,0.0001))==735152);
assert((long long)(S("%g %g %g",1e10,100000.0,1e-5))==963899);
assert((long long)(S("%5.1f|%-8.2f|%08.3f",2.25,2.5,-1.5))==179953);
assert((long long)(S("%a",1.0))==592193);
assert((long long)(S("%*d|%-*d|%.*f",5,1,4,2,2,3.14159))==451462);
assert((long long)(S("%p",(void*)0))==467350);
assert((long long)(S("%d %i %u",-1,-1,-1))==280705);
assert((long long)(S("%.0f %.0f",0.5,1.5))==136543);
assert((long long)(S("%lld %zu",1LL<<40,(size_t)3))==851403);
assert((long long)(S("%f %f",1.0/0.0,-0.0))==870762);
assert((long long)(S("%.0d|%.3d|% d",0,5,7))==70437);
assert((long long)(S("%s",""))==0);
return 0;}
