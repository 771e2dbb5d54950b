// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
union U{ int i; char c[8]; double d; };
int main(void){
  union U u; u.d=0.0; 
#if BAD
  int *p=&u.i; p[2]=1;
#else
  int *p=&u.i; p[1]=1;
#endif
  return u.c[7];
}
