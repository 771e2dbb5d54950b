/* <stdnoreturn.h>, C11 7.23. */
#ifndef __whet_stdnoreturn
#define __whet_stdnoreturn
#define noreturn _Noreturn
#endif
