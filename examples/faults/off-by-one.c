int main(int argc, char **argv) {
    int squares[8];
    for (int i = 0; i <= 8; i++)
        squares[i] = i * i;
    return squares[argc & 7];
}
