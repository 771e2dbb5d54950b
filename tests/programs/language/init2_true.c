// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct N{struct N*n; int v;};
struct N g={&g,3};
static int arr[]; int main(void);
extern int ext[]; 
int tent; int tent; int tent=4;
int main(void){ assert(g.n->n->v==3); struct N l={&l,7}; assert(l.n->v==7); assert(tent==4); assert(ext[2]==30); return 0; }
int ext[3]={10,20,30};
static int arr[2];
