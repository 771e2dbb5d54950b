/* <stdalign.h>, C11 7.15. */
#ifndef __whet_stdalign
#define __whet_stdalign
#define alignas _Alignas
#define alignof _Alignof
#define __alignas_is_defined 1
#define __alignof_is_defined 1
#endif
