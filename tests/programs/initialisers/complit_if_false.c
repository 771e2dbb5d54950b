// EXPECT: FALSE
// COMMAND: whet verify
int main(int argc,char**argv){ int*p; 
 if(argc>1) p=&(int){4}; else p=&(int){5};
 return *p==9;}
