// whet: conflict: a.c:3:25: 'get' is 'int ()' here and 'long (void)' at b.c:1:6
// gcc: nothing
int main(void) { return get() != 0; }
