// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <stdio.h>
#include <string.h>
int main(void)
{
    char word[4];
    strncpy(word, "long", 4);
    printf("<%s>\n", word);
    return 0;
}
