// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
struct P { unsigned char a:4, b:4; unsigned short c:12; unsigned :0; unsigned d:5; } ;
struct __attribute__((packed)) Q { unsigned a:5; unsigned b:13; unsigned c:20; char d; };
int main(void){
  struct P p; memset(&p,0,sizeof p);
  p.a=0xA; p.b=0x5; p.c=0xABC; p.d=0x11;
  unsigned char *r=(unsigned char*)&p;
  assert(r[0]==0x5A);
  assert(sizeof(struct P)==8);
  assert(r[2]==0xBC && (r[3]&0xF)==0xA);
  assert((r[4]&31)==0x11);
  assert(sizeof(struct Q)==6);
  struct Q q; memset(&q,0,sizeof q);
  q.b=0x1fff; q.d=3;
  unsigned char *t=(unsigned char*)&q;
  assert(t[0]==0xE0 && t[1]==0xff && t[2]==0x03 && t[5]==3);
  return 0;
}
