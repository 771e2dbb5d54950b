// EXPECT: TRUE, or FALSE if assumed: environ
extern void reach_error(void);

extern char **environ;
int main(int argc, char **argv, char **envp)
{
    if (envp != environ)
        reach_error();
    return 0;
}
