// EXPECT: TRUE
// COMMAND: whet verify
static int add(int a){return a;} 
static int (*tab[4])(int)={[0]=add,[1]=add,[3]=add};
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned k=__VERIFIER_nondet_uint()%4; 
 if(!tab[k]) return 0; 
 return tab[k](7);}
