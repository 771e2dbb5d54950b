/* String and character literals: escapes, encodings, concatenation. */
#include "out.h"

#define B(x) bytes(x, sizeof x)
char a1[] = "\xff\x80\x7f";
char a2[] = "\377\0\1";
char a3[] = "é€😀";
char a4[] = "a\
b";
char a5[] = "\x41"
            "B";
char a6[] = "\1"
            "2";
char a7[] = "tab\there\"q\"\\ \? \a\b\f\v\r\e";
char a8[] = "%d\n";
char a9[] = "??/";
char a10[] = "";
char a11[] = "\u00e9\U0001F600";
__WCHAR_TYPE__ w1[] = L"aé€😀";
__WCHAR_TYPE__ w2[] = L"\x12345678\377";
__WCHAR_TYPE__ w3[] = L"\x12"
                      L"3é";
__WCHAR_TYPE__ w4[] = L"a"
                      "b";
__WCHAR_TYPE__ w5[] = L"\0z";
unsigned short h1[] = u"aé€😀";
unsigned short h2[] = u"\xffff"
                      "z";
unsigned u1[] = U"aé😀";
char u8s[] = u8"é";
unsigned short h3[] = u"\xd800x";
__WCHAR_TYPE__ w6[] = L"\xab"
                      "cdé";
#define STR(x) #x
#define XSTR(x) STR(x)
char s1[] = STR(a "b\n" q);
char s2[] = XSTR(__LINE__);
char f1[] = "x" STR(y) "z";
int main(void) {
    B(a1);
    B(a2);
    B(a3);
    B(a4);
    B(a5);
    B(a6);
    B(a7);
    B(a8);
    B(a9);
    B(a10);
    B(a11);
    B(w1);
    B(w2);
    B(w3);
    B(w4);
    B(w5);
    B(h1);
    B(h2);
    B(u1);
    B(u8s);
    B(h3);
    B(w6);
    B(s1);
    B(s2);
    B(f1);
    bytes(__func__, 5);
    bytes("lit\0x", 6);
    bytes(L"w", 8);
    out('\xe9');
    out(L'é');
    out(u'é');
    out(U'😀');
    out(L'\xffff');
    out('\e');
    out('abcd');
    out('\1');
    out(u8"x"[0]);
    out("abc" == "abc" || 1);
    char *p = "x\200";
    out(p[1]);
    out((unsigned char)p[1]);
    out(L'\0');
    out('?');
    out('\t' == 9);
    return 0;
}
