// EXPECT: TRUE
// OTHER UNIT: struct N { struct N *n; int v; }; void ext(void *p) { ((struct N *)p)->n->v = 17; }
extern void reach_error(void);

extern void ext(void *);
struct N {
    struct N *n;
    int v;
};

int main()
{
    struct N a, b;
    b.n = 0;
    b.v = 1;
    a.n = &b;
    a.v = 2;
    ext(&a);
    if (b.v == 17 && b.v == 18)
        reach_error();
    return 0;
}
