// EXPECT: FALSE
// COMMAND: whet verify
struct S{unsigned a:3,b:3;}; int main(void){ struct S s; s.a=1; 
 return s.b==5;}
