// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <string.h>

int main(void) {
    char room[6];
    strcpy(room, "hello");
    return room[0];
}
