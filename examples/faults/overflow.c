int main(int argc, char **argv) {
    int product = 1;
    for (int i = 1; i <= 13; i++)
        product *= i;
    return product > 0;
}
