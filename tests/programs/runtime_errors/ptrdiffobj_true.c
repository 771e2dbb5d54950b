// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
int main(void){
  int a[4]={0},b[4]={0};
#if BAD
  long d=&b[1]-&a[0];
#else
  long d=&a[3]-&a[0];
#endif
  return d>2;
}
