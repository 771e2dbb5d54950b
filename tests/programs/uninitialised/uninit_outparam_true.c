// EXPECT: TRUE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void);
static int get(int k,int*o){ if(k<10){ *o=k; return 0;} return -1; } int main(void){ int v; int e=get(__VERIFIER_nondet_int(),&v); 
 if(e<0) return 1; 
 return v==77;}
