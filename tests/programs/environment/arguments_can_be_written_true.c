// EXPECT: TRUE
// ARGUMENTS: x y
extern void reach_error(void);

int main(int argc, char **argv)
{
    if (argc < 3)
        return 0;
    char **p = argv + 1;
    *p = argv[2];
    if (argv[1] != argv[2])
        reach_error();
    return 0;
}
