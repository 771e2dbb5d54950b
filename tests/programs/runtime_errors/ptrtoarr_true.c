// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
int main(void){
  int m[3][4]={{0}}; int (*row)[4]=m; int s=0;
#if BAD
  for(int i=0;i<=3;i++,row++) s+=(*row)[0];
#else
  for(int i=0;i<3;i++,row++) s+=(*row)[3];
#endif
  return s;
}
