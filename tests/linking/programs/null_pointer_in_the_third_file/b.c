int follow(int *p);
static int cell = 1;
int use(int n) { return follow(n == 1 ? &cell : 0); }
