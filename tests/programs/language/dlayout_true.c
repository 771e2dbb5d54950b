// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stddef.h>
struct P1 { char a:4; char b:8; char c:4; } __attribute__((packed));
struct P2 { char a; int b:5 __attribute__((packed)); int c:20; };
struct P3 { char a; int :0; char b; };
struct P4 { char a; short :0; char b:3; long long c:5; char d; };
struct P5 { int a:3; int b:30 __attribute__((aligned(8))); char c; };
typedef int I2 __attribute__((aligned(2)));
struct P6 { char a; I2 b; char c; };
struct P7 { char a; double d; } __attribute__((packed, aligned(4)));
#pragma pack(push,2)
struct P8 { char a; int b; long long c:40; char d; };
#pragma pack(pop)
struct P9 { _Bool a:1; _Bool b:1; int c:31; char d:7; };
struct P10 { short a:9; short b:9; char c:2; int d:17;};
struct P11 { char c; struct { int x; } __attribute__((packed)) s; struct P7 t; };
struct P12 { long double d; char c; };
struct P13 { int n; char fl[]; };
union U1 { char c[5]; short s; }; union U2 { int a:3; char b; } __attribute__((packed));
struct P14 { char c; int x __attribute__((packed)); short y; };
struct P15 { unsigned a:1; } __attribute__((aligned(16)));
struct P16 { char a; char b __attribute__((aligned)); };
struct P17 { int a:10; int :0; int b:10; } __attribute__((packed));
struct P18 { char x; long long a:33; long long b:33; } __attribute__((packed));
struct P19 { char x; unsigned short a:12; unsigned int b:20; unsigned char c:5; };
enum __attribute__((packed)) EP {EA=1}; struct P20 { enum EP a:3; int b:29; };

int main(void){
assert((long long)(sizeof(struct P1))==2);
assert((long long)(sizeof(struct P2))==8);
assert((long long)(sizeof(struct P3))==5);
assert((long long)(offsetof(struct P3,b))==4);
assert((long long)(sizeof(struct P4))==8);
assert((long long)(offsetof(struct P4,d))==3);
assert((long long)(sizeof(struct P5))==16);
assert((long long)(offsetof(struct P5,c))==12);
assert((long long)(sizeof(struct P6))==8);
assert((long long)(offsetof(struct P6,b))==2);
assert((long long)(sizeof(struct P7))==12);
assert((long long)(sizeof(struct P8))==12);
assert((long long)(offsetof(struct P8,d))==11);
assert((long long)(sizeof(struct P9))==12);
assert((long long)(sizeof(struct P10))==8);
assert((long long)(sizeof(struct P11))==20);
assert((long long)(sizeof(struct P12))==32);
assert((long long)(sizeof(struct P13))==4);
assert((long long)(sizeof(union U1))==6);
assert((long long)(sizeof(union U2))==1);
assert((long long)(sizeof(struct P14))==8);
assert((long long)(offsetof(struct P14,y))==6);
assert((long long)(sizeof(struct P15))==16);
assert((long long)(sizeof(struct P16))==32);
assert((long long)(sizeof(struct P17))==6);
assert((long long)(sizeof(struct P18))==10);
assert((long long)(sizeof(struct P19))==8);
assert((long long)(sizeof(struct P20))==4);
assert((long long)(_Alignof(struct P2))==4);
assert((long long)(_Alignof(union U1))==2);
return 0;}
