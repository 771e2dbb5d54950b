// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern unsigned char __VERIFIER_nondet_uchar(void);
static int rle(const unsigned char*in,int n,unsigned char*out,int cap){ int o=0; for(int i=0;i<n;){ int r=1; while(i+r<n&&in[i+r]==in[i]&&r<255) r++;
#if BAD
 if(o>=cap) return -1;
#else
 if(o+2>cap) return -1;
#endif
 out[o++]=(unsigned char)r; out[o++]=in[i]; i+=r; } return o; }
int main(void){ unsigned char a[4],b[5]; for(int i=0;i<4;i++) a[i]=__VERIFIER_nondet_uchar(); return rle(a,4,b,5)==2; }
