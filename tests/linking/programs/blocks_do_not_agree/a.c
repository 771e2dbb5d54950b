// whet: conflict: 'level' is 'long' here and 'int' at a.c:5:16
// gcc: nothing
long get(void);
int main(void) {
    extern int level;
    return level + get() == 0;
}
