struct inner {
    short x;
    struct outer *back;
};
struct outer {
    struct inner *in;
};
int get(struct outer *outer) { return outer == 0 ? 0 : outer->in->x; }
