/* See features.h here. */
#pragma push_macro("__OPTIMIZE__")
#undef __OPTIMIZE__
#include_next <libintl.h>
#pragma pop_macro("__OPTIMIZE__")
