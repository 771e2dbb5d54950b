// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 2
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
static const char *const names[4] = {"north", "east", 0, "west"};
static void say(const char *name)
{
    puts(name);
}
int main(void)
{
    say(names[__VERIFIER_nondet_uint() % 4]);
    return 0;
}
