#include <string.h>
int main(void) {
    char name[8];
    const char *greeting = "hello, world";
    strcpy(name, greeting);
    return name[0];
}
