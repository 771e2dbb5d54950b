// C11 7.5: errno is an object of the library.
static int number;

int *__errno_location(void) {
    return &number;
}

// What POSIX wants of malloc and its kin if there is no memory: ENOMEM.
static void no_memory(void) {
    number = 12;
}
