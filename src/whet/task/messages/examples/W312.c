// whet verify W312.c
// Violation: W312.c:5:5: write into the string literal "abc" (*text = 97) [memory, W312]
int main(void) {
    char *text = "abc";
    text[0] = 'A';
    return 0;
}
