// whet: conflict: a.c:2:5: 'get' is used in a.c, but its only definition, at b.c:1:12, is inline
int get(void);
int main(void) { return get(); }
