// EXPECT: TRUE
// COMMAND: whet verify
int main(int argc,char**argv){ int*p; 
 int a=4,b=5; if(argc>1) p=&a; else p=&b;
 return *p==9;}
