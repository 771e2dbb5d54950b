// EXPECT: FALSE
// COMMAND: whet verify
struct S{int a,b;}; int main(void){ struct S s,t; s.a=1; t=s; 
 return t.b==5; 
}
