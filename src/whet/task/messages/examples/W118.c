// whet verify W118.c
// Assumed: W118.c:5:12: next has no body: it changes only what its arguments point to, keeps no pointer, calls no function of the program and returns any value except pointers to other objects [W118]
extern int next(int);
int main(void) {
    return next(1) > 2;
}
