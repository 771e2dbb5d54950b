// EXPECT: TRUE
// OTHER UNIT: struct L { struct L *next; int v; } head = {&head, 0};
extern void reach_error(void);

struct L {
    struct L *next;
    int v;
};
extern struct L head;
int main()
{
    struct L *p = head.next;
    head.v = 1;
    p->v = 2;
    if (head.v == 2 && p != &head)
        reach_error();
    return 0;
}
