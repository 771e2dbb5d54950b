// whet: conflict: b.c:1:5: the function 'main' is defined here and at a.c:2:5 (name the files of one program)
int main(void) { return 0; }
