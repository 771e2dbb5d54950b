// EXPECT: TRUE
// COMMAND: whet verify --entry avg
#define BAD 0
int avg(int a,int b){
#if BAD
 return (a+b)/2;
#else
 return (int)(((long)a+b)/2);
#endif
}
