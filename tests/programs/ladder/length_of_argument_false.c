// EXPECT: FALSE
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
    return length(argv[1]) > 3;
}
