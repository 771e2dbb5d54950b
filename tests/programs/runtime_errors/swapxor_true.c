// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static void rev(char*s,int n){ for(int i=0,j=n-1;i<j;i++,j--){ char t=s[i]; s[i]=s[j]; s[j]=t; } }
int main(void){
  char b[8]; int n=__VERIFIER_nondet_int();
#if BAD
  if(n<0||n>9) return 0;
#else
  if(n<0||n>8) return 0;
#endif
  for(int i=0;i<8;i++) b[i]=(char)i;
  rev(b,n); return b[0];
}
