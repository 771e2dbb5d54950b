// whet: conflict: a.c:3:12: 'table' is 'int[4]' here and 'int[3]' at b.c:1:5
// gcc: nothing
extern int table[4];
int main(void) { return table[0]; }
