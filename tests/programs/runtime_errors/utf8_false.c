// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern unsigned char __VERIFIER_nondet_uchar(void);
static int dec(const unsigned char*s,int n,unsigned*cp){ 
 if(n<1) return 0; unsigned c=s[0]; if(c<0x80){*cp=c;return 1;}
 int k=c>=0xF0?4:c>=0xE0?3:c>=0xC0?2:0; if(!k) return -1;
#if !BAD
 if(k>n) return -1;
#endif
 c&=0xFFu>>(k+1); for(int i=1;i<k;i++){ if((s[i]&0xC0)!=0x80) return -1; c=c<<6|(s[i]&0x3F); } *cp=c; return k; }
int main(void){ unsigned char b[5]; for(int i=0;i<5;i++) b[i]=__VERIFIER_nondet_uchar(); int i=0; unsigned cp=0; while(i<5){ int k=dec(b+i,5-i,&cp); if(k<=0) return 1; i+=k; } return 0; }
