// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int y=__VERIFIER_nondet_int(); if(y<-100||y>100) return 0;
#if BAD
  int fx=y<<8;
#else
  int fx=y*256;
#endif
  return fx==512;
}
