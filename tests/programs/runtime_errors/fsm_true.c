// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
enum st{IDLE,RUN,STOP,NST};
static const char*const names[NST]={"idle","run","stop"};
static const int next[NST][2]={{1,0},{2,0},
#if BAD
 {3,0}};
#else
 {0,0}};
#endif
int main(void){ enum st s=IDLE; int n=0; while(n<100){ int c=__VERIFIER_nondet_int(); if(c<0) break; s=next[s][c&1]; if(names[s][0]=='x') return 1; n++; } return 0; }
