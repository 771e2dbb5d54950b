// EXPECT: FALSE
// COMMAND: whet verify --entry avg
#define BAD 1
int avg(int a,int b){
#if BAD
 return (a+b)/2;
#else
 return (int)(((long)a+b)/2);
#endif
}
