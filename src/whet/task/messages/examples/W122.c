// whet verify W122.c
// Assumed: main is given at least one string, and each has at most 131071 characters, as on Linux [W122]
int main(int argc, char **argv) {
    return argv[0][0] == 'x';
}
