static int *largest(int a, int b) {
    int result = a > b ? a : b;
    return &result;
}
int main(int argc, char **argv) {
    int *found = largest(argc, 2);
    return *found;
}
