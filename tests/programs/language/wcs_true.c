// EXPECT: TRUE
// COMMAND: whet verify
#include <wchar.h>
#include <assert.h>
int main(void){ wchar_t b[8]; wcscpy(b,L"abc"); assert(wcslen(b)==3); assert(!wcscmp(b,L"abc")); assert(L'a'==97); assert(sizeof(wchar_t)==4); return 0; }
