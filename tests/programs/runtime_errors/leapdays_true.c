// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static const int days[12]={31,28,31,30,31,30,31,31,30,31,30,31};
static int dim(int y,int m){ 
#if BAD
 return days[m]+(m==2&&y%4==0); }
#else
 return days[m-1]+(m==2&&y%4==0); }
#endif
int main(void){ int y=__VERIFIER_nondet_int(),m=__VERIFIER_nondet_int(); if(m<1||m>12) return 0; return dim(y,m); }
