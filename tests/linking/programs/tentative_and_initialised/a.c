// whet: conflict: c.c:1:5: the variable 'level' is defined here and at b.c:1:5
extern int level;
int main(void) { return level; }
