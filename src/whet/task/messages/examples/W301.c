// whet verify --check assertion,division W301.c
// Violation: W301.c:5:5: reach_error() is called [assertion]
extern void reach_error(void);
int main(void) {
    reach_error();
    return 0;
}
