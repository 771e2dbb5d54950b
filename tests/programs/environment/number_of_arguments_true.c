// EXPECT: TRUE
// ARGUMENTS: x
extern void reach_error(void);

int main(int argc, char **argv)
{
    if (argc == 2 && argv[1] == 0)
        reach_error();
    return 0;
}
