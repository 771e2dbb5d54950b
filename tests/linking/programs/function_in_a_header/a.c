// whet: conflict: get.h:1:5: the function 'get' is defined here, in a header that a.c and b.c both include (write static
#include "get.h"
int main(void) { return get(); }
