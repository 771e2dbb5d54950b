// whet: FALSE
// gcc: nothing
extern int table[];
int main(void) {
    int sum = 0;
    for (int i = 0; i <= 3; i++) {
        sum += table[i];
    }
    return sum == 0;
}
