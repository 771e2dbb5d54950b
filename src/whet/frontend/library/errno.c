// __errno_location
// C11 7.5: errno is an object of the library.
static int number;

int *__errno_location(void) {
    return &number;
}
