// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
static int a[5]; static int*end=a+5;
int main(void){
#if BAD
  return *end;
#else
  return end[-1];
#endif
}
