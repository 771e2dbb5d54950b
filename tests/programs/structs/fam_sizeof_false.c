// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
#include <stddef.h>
struct F{ int n; char c; char d[]; };
int main(void){ assert(sizeof(struct F)==8 && offsetof(struct F,d)==5);
 struct F*f=malloc(8); if(!f) return 0; f->d[2]=1;
 f->d[3]=1; int r=f->d[3];
 free(f); return r-1;}
