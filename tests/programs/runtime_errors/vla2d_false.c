// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int r=__VERIFIER_nondet_int(),c=__VERIFIER_nondet_int(); if(r<1||r>3||c<1||c>3) return 0;
  int m[r][c]; 
#if BAD
  for(int i=0;i<r;i++) for(int j=0;j<c;j++) m[j][i]=0;
#else
  for(int i=0;i<r;i++) for(int j=0;j<c;j++) m[i][j]=0;
#endif
  return 0;
}
