/* <iso646.h>, C11 7.9. */
#ifndef __whet_iso646
#define __whet_iso646
#define and &&
#define and_eq &=
#define bitand &
#define bitor |
#define compl ~
#define not !
#define not_eq !=
#define or ||
#define or_eq |=
#define xor ^
#define xor_eq ^=
#endif
