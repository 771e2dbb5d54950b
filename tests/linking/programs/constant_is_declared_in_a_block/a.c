// whet: conflict: a.c:4:16: 'level' is 'int' here and 'const int' at b.c:1:11
// gcc: nothing
int main(void) {
    extern int level;
    return level;
}
