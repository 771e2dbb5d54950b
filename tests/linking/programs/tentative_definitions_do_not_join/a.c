// whet: conflict: b.c:2:5: the variable 'level' is defined here and at a.c:2:5
int level;
int main(void) { return level; }
