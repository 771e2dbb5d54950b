// EXPECT: FALSE, or TRUE if assumed: keeps no pointer
// OTHER UNIT: static int *kept; void keep(int *p) { kept = p; } void poke(void) { *kept = 5; }
extern void reach_error(void);

extern void keep(int *);
extern void poke(void);
int main()
{
    int x = 1;
    keep(&x);
    poke();
    if (x == 5)
        reach_error();
    return 0;
}
