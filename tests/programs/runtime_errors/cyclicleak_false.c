// EXPECT: FALSE
// COMMAND: whet verify --check leak
#define BAD 1
#include <stdlib.h>
struct n{struct n*o;};
int main(void){
  struct n*a=malloc(sizeof *a),*b=malloc(sizeof *b);
  a->o=b;b->o=a;
#if BAD
  a=b=0;
#else
  free(a); free(b);
#endif
  return 0;
}
