// EXPECT: FALSE
// COMMAND: whet verify
extern double __VERIFIER_nondet_double(void);
int main(void){ double x=__VERIFIER_nondet_double(); 
 if(!(x>=-2147483649.0 && x<2147483648.0)) return 0; 
 int i=x; return i==3;}
