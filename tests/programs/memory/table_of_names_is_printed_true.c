// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
static const char *const names[4] = {"north", "east", "south", "west"};
static void say(const char *name)
{
    puts(name);
}
int main(void)
{
    say(names[__VERIFIER_nondet_uint() % 4]);
    return 0;
}
