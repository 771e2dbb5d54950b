// EXPECT: FALSE
// COMMAND: whet verify
extern float __VERIFIER_nondet_float(void);
int main(void){ float x=__VERIFIER_nondet_float(); 
 if(!(x>=-1.0f && x<10)) return 0; 
 unsigned i=x; return i==3;}
