// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
int main(void){
  int *p=0; int s=0;
  {
#if BAD
    p=(int[]){4,5,6};
#else
    static int z[]={4,5,6}; p=z;
#endif
    s+=p[1];
  }
  s+=p[2];
  return s;
}
