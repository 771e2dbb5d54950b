// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <stdio.h>
static char label[6];

int main()
{
    snprintf(label, sizeof label, "%d", 123456);
    label[5] = 'x';
    puts(label);
    return 0;
}
