// EXPECT: TRUE
// COMMAND: whet verify
int main(void){ int *p=({ int y=4; 
 static int q; q=y; &q;
 }); return *p==9; }
