// whet: conflict: a.c:4:19: 'color' is 'enum color' here and 'enum color' at b.c:2:12
// gcc: nothing
enum color { RED, GREEN };
extern enum color color;
int main(void) { return color; }
