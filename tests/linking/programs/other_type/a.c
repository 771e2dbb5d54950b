// whet: conflict: a.c:3:13: 'level' is 'long' here and 'int' at b.c:1:5, and these are not compatible
// gcc: nothing
extern long level;
int main(void) { return level != 0; }
