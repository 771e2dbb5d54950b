// EXPECT: TRUE
extern void reach_error(void);
int main(){
 int x=1;\
 x=2;
 if(x!=2) reach_error(); return 0; }
