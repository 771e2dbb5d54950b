// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int stack[5]; int top=-1; 
  for(int i=0;i<12;i++){
    int op=__VERIFIER_nondet_int();
    if(op>0){ if(top<4) stack[++top]=i; }
    else {
#if BAD
      if(top>=-1){ int v=stack[top]; top--; if(v>100) return 1; if(top<-1) top=-1; }
#else
      if(top>=0){ int v=stack[top]; top--; if(v>100) return 1; }
#endif
    }
  }
  return 0;
}
