// EXPECT: TRUE
// COMMAND: whet verify --entry each --no-null
#define BAD 0
void each(int*values,int count,int(*f)(int)){ for(int i=0;i<count;i++) values[i]=f(
#if BAD
 values[i+1]
#else
 values[i]
#endif
 ); }
