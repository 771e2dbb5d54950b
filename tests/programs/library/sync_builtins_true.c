// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 3;
    if (!(__sync_fetch_and_add(&x, 4) == 3 && __sync_val_compare_and_swap(&x, 7, 1) == 7 && x == 1))
        reach_error();
    return 0;
}
