extern int level;
int level;
