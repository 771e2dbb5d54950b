static int sign(int number) {
    int result;
    if (number > 0)
        result = 1;
    else if (number < 0)
        result = -1;
    return result;
}
int main(int argc, char **argv) {
    return sign(argc - 1) + 1;
}
