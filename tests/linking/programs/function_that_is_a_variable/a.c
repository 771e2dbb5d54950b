// whet: conflict: a.c:3:5: 'get' is 'int (void)' here and 'int' at b.c:1:5
// gcc: nothing
int get(void);
int main(void) { return 0 && get(); }
