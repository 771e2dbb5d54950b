// whet verify W117.c
// Assumed: W117.c:1:1: objects of other files do not point to objects of this file [W117]
extern char *name;
int main(void) {
    return name == 0;
}
