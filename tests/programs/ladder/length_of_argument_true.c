// EXPECT: TRUE
// COMMAND: whet verify --check memory
static unsigned long length(const char *text)
{
    const char *p = text;
    while (*p)
        p++;
    return p - text;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    return length(argv[1]) > 3;
}
