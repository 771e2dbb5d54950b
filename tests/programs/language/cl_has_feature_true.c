// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ 
#if defined(__has_feature) || defined(__has_extension) || defined(__is_identifier)
 assert(0);
#endif
 return 0; }
