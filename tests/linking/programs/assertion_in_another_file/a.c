// whet: FALSE
void check(int n);
int main(void) {
    for (int i = 0; i < 6; i++) {
        check(i);
    }
}
