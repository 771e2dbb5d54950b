// whet: conflict: a.c:10:5: 'get' is 'int (struct outer *)' here and 'int (struct outer *)' at b.c:8:5
// gcc: nothing
struct inner {
    int x;
    struct outer *back;
};
struct outer {
    struct inner *in;
};
int get(struct outer *outer);
int main(void) { return get(0); }
