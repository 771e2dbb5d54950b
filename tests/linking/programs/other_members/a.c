// whet: conflict: a.c:6:20: 'pair' is 'struct pair' here and 'struct pair' at b.c:4:13, and these are not compatible (the types have
// gcc: nothing
struct pair {
    int left, right;
};
extern struct pair pair;
int main(void) { return pair.left; }
