// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
#include <errno.h>
char *e; const char *s;
#define T(str,b) ({ s=str; long v=strtol(s,&e,b); v*100+(e-s); })
#define TU(str,b) ({ s=str; unsigned long v=strtoul(s,&e,b); (long)(v%1000003)*100+(e-s); })

int main(void){
assert((long long)(T("0xg",16))==1);
assert((long long)(T("-0x",0))==2);
assert((long long)(T("+-5",10))==0);
assert((long long)(T(" \t\n\v12 ",10))==1206);
assert((long long)(T("0X1Fz",16))==3104);
assert((long long)(T("00x1",0))==2);
assert((long long)(T("089",0))==1);
assert((long long)(T("102",2))==202);
assert((long long)(T("  ",10))==0);
assert((long long)(T("-",10))==0);
assert((long long)(T("zZ",36))==129502);
assert((long long)(T("0x",0))==1);
assert((long long)(T("-00",10))==3);
assert((long long)(TU("-5",10))==35068202);
assert((long long)(TU("18446744073709551616",10))==35068620);
assert((long long)(TU("-18446744073709551615",10))==121);
return 0;}
