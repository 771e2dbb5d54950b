static int mean(const int *values, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}
int main(int argc, char **argv) {
    int values[4] = {1, 2, 3, 4};
    return mean(values, (argc - 1) & 3);
}
