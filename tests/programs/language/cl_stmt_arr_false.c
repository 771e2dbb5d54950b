// EXPECT: FALSE
// COMMAND: whet verify
int main(void){ int *p=({ int a[3]={1,2,3}; a; }); return p[1]==9; }
