// EXPECT: FALSE
// PROPERTY: G valid-deref
// ARGUMENTS: a
// NOT COMPILED: the run reads another string, without a fault
// ABOUT: an argument of one character has no third byte
#include <string.h>

int main(int argc, char **argv)
{
    return argc == 2 && strcmp(argv[1] + 2, "on") == 0;
}
