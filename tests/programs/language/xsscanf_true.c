// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdio.h>
int a,b,c,n; char w[20]; unsigned u; long l; short h; char ch;

int main(void){
assert((long long)(sscanf("+5 -7","%d%d",&a,&b)*1000+a*10+b)==2043);
assert((long long)(sscanf("- 5","%d",&a))==0);
assert((long long)(sscanf("-12345","%3d%d",&a,&b)*100000+a+b)==200333);
assert((long long)(sscanf("0x1fz","%2x",&u))==1);
assert((long long)(({ u=0; int r=sscanf("0x1f","%3x",&u); r*1000+u; }))==1001);
assert((long long)(({ a=77; int r=sscanf("08","%i",&a); r*1000+a; }))==1000);
assert((long long)(({ a=77; int r=sscanf("0x","%i",&a); r*1000+a; }))==1000);
assert((long long)(({ n=-1; int r=sscanf("abc","abc%n",&n); r*1000+n; }))==3);
assert((long long)(({ int r=sscanf("1 2 3","%*d %d",&a); r*1000+a; }))==1002);
assert((long long)(({ int r=sscanf(" x","%c",&ch); r*1000+ch; }))==1032);
assert((long long)(({ int r=sscanf(" x"," %c",&ch); r*1000+ch; }))==1120);
assert((long long)(({ int r=sscanf("ab,cd","%[^,],%s",w,w+10); r*1000+w[1]+w[10]; }))==2197);
assert((long long)(({ int r=sscanf("50%x","%d%%%c",&a,&ch); r*1000+ch; }))==2120);
assert((long long)(({ h=0; int r=sscanf("70000","%hd",&h); r*100000+h; }))==104464);
assert((long long)(({ int r=sscanf("5","%d%d",&a,&b); r; }))==1);
assert((long long)(({ int r=sscanf("5 ","%d %d",&a,&b); r; }))==1);
assert((long long)(({ int r=sscanf("   ","%d",&a); r; }))==-1);
assert((long long)(({ int r=sscanf("a","%d",&a); r; }))==0);
assert((long long)(({ int r=sscanf("","%n",&n); r; }))==0);
assert((long long)(({ unsigned char q=0; int r=sscanf("300","%hhu",&q); r*1000+q; }))==1044);
assert((long long)(({ int r=sscanf("-1","%u",&u); r*10+(u==-1u); }))==11);
return 0;}
