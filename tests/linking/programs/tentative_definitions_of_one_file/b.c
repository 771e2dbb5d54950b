int total;
int total;
extern int total;
int total;
void add(int n) { total += n; }
