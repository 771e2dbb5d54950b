// EXPECT: TRUE
extern void reach_error(void);

struct A {
    int c;
};

static inline void inc(struct A *v)
{
    __asm__ volatile("lock incl %0" : "+m"(v->c));
}

int main()
{
    struct A a = {3};
    inc(&a);
    if (a.c != 4)
        reach_error();
    return 0;
}
