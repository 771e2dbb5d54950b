// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
int main(int argc,char**argv){
  int n=0;
#if BAD
  for(int i=1;i<=argc;i++) if(argv[i][0]=='-') n=1;
#else
  for(int i=1;i<argc;i++) if(argv[i][0]=='-') n=1;
#endif
  return n;
}
