// EXPECT: TRUE
// COMMAND: whet verify
struct S{unsigned a:3,b:3;}; int main(void){ struct S s; s.a=1; 
 s.b=0; 
 return s.b==5;}
