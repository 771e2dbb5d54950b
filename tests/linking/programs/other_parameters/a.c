// whet: conflict: a.c:3:5: 'get' is 'int (int)' here and 'int (int, int)' at b.c:1:5
// gcc: nothing
int get(int n);
int main(void) { return get(1); }
