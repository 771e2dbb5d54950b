// whet verify W122.c
// Assumed: argc is at least 1, and each string of argv has at most 131071 characters, as on Linux [W122]
int main(int argc, char **argv) {
    return argv[0][0] == 'x';
}
