// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
int main(void){
  char a[4]="abc"; char*p=a;
#if BAD
  p+=10; p-=9;
#else
  p+=4; p-=3;
#endif
  return *p=='b';
}
