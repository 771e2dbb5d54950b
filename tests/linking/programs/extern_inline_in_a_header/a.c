// whet: conflict: get.h:1:19: the function 'get' is defined here, in a header that a.c and b.c both include
#include "get.h"
int main(void) { return get(); }
