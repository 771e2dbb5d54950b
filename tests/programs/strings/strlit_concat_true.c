// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
int main(void){ assert(sizeof("ab" "cd")==5); assert("\x41" "B"[0]); const char*s="\x41""1"; assert(s[0]=='A'&&s[1]=='1'); assert('\377'==-1 && "\377"[0]==-1); assert(u8"é"[0]==(char)0xC3); assert(sizeof(L"ab")==12 && L"ab"[1]==L'b'); assert(sizeof(u"ab")==6&&sizeof(U"a")==8); assert('ab'==('a'<<8|'b')); assert("abc"[3]==0 && 1["abc"]=='b'); assert(sizeof("\0")==2); assert(strlen("\12345")==3); return 0;}
