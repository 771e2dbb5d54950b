// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
int main(void){
  int*p=0; int s=0;
  for(int i=0;i<3;i++){ p=&i; s+=*p; }
#if BAD
  s+=*p;
#endif
  return s;
}
