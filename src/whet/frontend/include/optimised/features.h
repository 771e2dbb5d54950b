/* The headers of glibc as without optimisation: they have macros and bodies for functions otherwise, and checks of sizes. */
#pragma push_macro("__OPTIMIZE__")
#undef __OPTIMIZE__
#include_next <features.h>
#pragma pop_macro("__OPTIMIZE__")
