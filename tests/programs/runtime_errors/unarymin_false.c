// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern long __VERIFIER_nondet_long(void);
static void put(long v,char*o){
  int n=0; 
#if BAD
  if(v<0){ o[n++]='-'; v=-v; }
  do { o[n++]=(char)('0'+v%10); v/=10; } while(v && n<22);
#else
  unsigned long u=v; if(v<0){ o[n++]='-'; u=-u; }
  do { o[n++]=(char)('0'+u%10); u/=10; } while(u);
#endif
  o[n]=0;
}
int main(void){ char b[24]; put(__VERIFIER_nondet_long(),b); return b[0]=='-'; }
