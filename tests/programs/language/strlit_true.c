// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
#include <wchar.h>
int main(void){
  assert(sizeof("abc" "def")==7); assert(sizeof("a\0b")==4); assert(strlen("a\0b")==1);
  assert("\x41" "1"[0]=='A'); assert("\1011"[1]=='1'); assert(sizeof(L"ab")==12); assert(L'\xff'==255);
  char s[3]="abc"; assert(s[2]=='c'); char t[5]="ab"; assert(t[4]==0);
  assert("hello"[1]=='e'); assert(1["hello"]=='e'); assert(*"x"=='x');
  assert(sizeof(u8"é")==3); assert(u'é'==0xe9); assert("\e"[0]==27);
  assert(strcmp("\x80","a")>0);
  assert(__func__[0]=='m' && sizeof(__func__)==5);
  return 0;
}
