// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
typedef int fx; 
static fx mulf(fx a,fx b){
#if BAD
 return a*b>>16;
#else
 return (fx)((long)a*b>>16);
#endif
}
static fx clampf(fx a){ return a>(100<<16)?100<<16:a<-(100*65536)?-(100*65536):a; }
int main(void){ fx a=clampf(__VERIFIER_nondet_int()),b=clampf(__VERIFIER_nondet_int()); return mulf(a,b)==77; }
