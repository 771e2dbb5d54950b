// whet: conflict: b.c:1:5: the function 'get' is defined here and at a.c:2:5
int get(void) { return 1; }
int main(void) { return get(); }
