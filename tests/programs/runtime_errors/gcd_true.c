// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned gcd(unsigned a,unsigned b){
#if BAD
 do { unsigned t=a%b; a=b; b=t; } while(b); return a; }
#else
 while(b){ unsigned t=a%b; a=b; b=t; } return a; }
#endif
int main(void){ unsigned a=__VERIFIER_nondet_uint(),b=__VERIFIER_nondet_uint(); return gcd(a,b)==7; }
