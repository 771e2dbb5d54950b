// whet: conflict: b.c:1:5: the variable 'level' is defined here and at a.c:2:5
int level = 1;
int main(void) { return level; }
