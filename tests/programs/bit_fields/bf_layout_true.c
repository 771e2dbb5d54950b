// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
struct A { char c; int x:24; };
struct B { char c; int x:25; };
struct C { int a:30; int b:4; int c:30; };
struct D { unsigned short a:9; unsigned short b:9; };
struct E { long long a:40; int b:20; };
struct F { char a; int :0; char b; };
struct G { char a; int :5; char b; };
struct H { int a:8; char b; int c:16;};
struct I { _Bool a:1; int b:31; char c:1;};
union U { int a:3; char b; };
#pragma pack(push,1)
struct P { int a:30; int b:4; int c:30; };
struct Q { char a; long long x:40; short s; };
#pragma pack(pop)
struct R { char a; long long x:40; short s; } __attribute__((packed));
int main(void){
  assert(sizeof(struct A)==4); assert(sizeof(struct B)==8);
  assert(sizeof(struct C)==12); assert(sizeof(struct D)==4);
  assert(sizeof(struct E)==8); assert(sizeof(struct F)==5);
  assert(sizeof(struct G)==3); assert(sizeof(struct H)==4);
  assert(sizeof(struct I)==8 || sizeof(struct I)==4);
  assert(sizeof(union U)==4);
  assert(sizeof(struct P)==8); assert(sizeof(struct Q)==8); assert(sizeof(struct R)==8);
  struct C c; memset(&c,0,sizeof c); c.b=-1; unsigned w[3]; memcpy(w,&c,12); assert(w[0]==0 && w[1]==0xF && w[2]==0);
  struct P p; memset(&p,0,sizeof p); p.b=-1; unsigned v[2]; memcpy(v,&p,8); assert(v[0]==0xC0000000u && v[1]==3);
  struct E e; memset(&e,0,8); e.b=-1; unsigned long long q; memcpy(&q,&e,8); assert(q==0x0FFFFF0000000000ULL);
  struct R r; memset(&r,0,8); r.x=-2; unsigned char z[8]; memcpy(z,&r,8); assert(z[0]==0&&z[1]==0xFE&&z[5]==0xFF&&z[6]==0);
  return 0; }
