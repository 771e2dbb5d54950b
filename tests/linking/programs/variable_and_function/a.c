// whet: conflict: the function 'get' is defined here and at a.c:2:5
int get = 1;
int main(void) { return get; }
