// whet: UNKNOWN
// gcc: nothing
struct item;
extern struct item *first, *second;
int one(struct item *item);
int two(struct item *item);
int main(void) { return one(first) + one(first) + two(second) == 3; }
