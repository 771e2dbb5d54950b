// whet: conflict: a.c:3:12: 'level' is 'int' here and 'const int' at b.c:1:11
// gcc: nothing
extern int level;
int main(void) { return level; }
