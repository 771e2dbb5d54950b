// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned tab[256];
static void mk(void){ for(unsigned i=0;i<256;i++){ unsigned c=i; for(int k=0;k<8;k++) c=c&1?0xEDB88320u^(c>>1):c>>1; tab[i]=c; } }
int main(void){ mk(); unsigned crc=~0u; for(int i=0;i<3;i++){ unsigned char b=__VERIFIER_nondet_uchar();
#if BAD
  crc=tab[(crc>>23)]^(crc<<8)^b;
#else
  crc=tab[(crc^b)&0xff]^(crc>>8);
#endif
 } return crc==0; }
