// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <string.h>

int main(void) {
    char room[5];
    strcpy(room, "hello");
    return room[0];
}
