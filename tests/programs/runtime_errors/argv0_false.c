// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
int main(int argc,char**argv){
#if BAD
  return argv[1][0]=='-';
#else
  return argc>1&&argv[1][0]=='-';
#endif
}
