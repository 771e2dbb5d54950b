// EXPECT: TRUE
// OTHER UNIT: int ext(int *p) { *p = 17; return 0; }
extern void reach_error(void);

extern int ext(int *);
int main()
{
    int x = 0;
    int y = 0;
    ext(&y);
    if (x == 17)
        reach_error();
    return 0;
}
