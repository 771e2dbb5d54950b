#define SIZE 5
#include "size.h"
int size_there(void) { return size(); }
