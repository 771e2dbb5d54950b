// EXPECT: TRUE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void){ int x=0,y=0; while(__VERIFIER_nondet_int()){ x=(x+2)%100; y=(y+4)%100; if(x%2) reach_error(); } if (y==51) reach_error(); return 0; }
