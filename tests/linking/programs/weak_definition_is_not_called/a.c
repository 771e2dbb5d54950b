// whet: FALSE
#include <assert.h>
int answer(void);
int asked(void);
int main(void) { assert(answer() == 42 && asked() == 1); }
