// whet verify W103.c
// Assumed: W103.c:7:5: a call through a pointer to another function type works if compilers pass the values of both types in the same way [W103]
static void clear(int *p) { *p = 0; }
int main(void) {
    int x = 1;
    void (*call)(void *) = (void (*)(void *))clear;
    call(&x);
    return x;
}
