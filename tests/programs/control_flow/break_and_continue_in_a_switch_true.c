// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int i = 0;
    for (;;) {
        if (i++ == 5)
            goto out;
        switch (i) {
        case 3: continue;
        default: break;
        }
    }
out:
    if (i != 6)
        reach_error();
    return 0;
}
