// EXPECT: FALSE
// COMMAND: whet verify --entry destroy --check free,memory,leak
#define BAD 1
#include <stdlib.h>
struct obj{char*name;struct obj*child;};
void destroy(struct obj*o){ if(!o) return; 
#if BAD
 free(o->name); free(o->name);
#else
 free(o->name); free(o->child);
#endif
 free(o); }
