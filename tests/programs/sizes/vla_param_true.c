// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int f(int n,int m,int a[n][m]){ assert(sizeof a==8 && sizeof *a==m*4ul); int s=0; for(int i=0;i<n;i++)for(int j=0;j<m;j++)s+=a[i][j]; return s;}
int main(void){ int a[2][3]={{1,2,3},{4,5,6}}; 
 assert(f(2,3,a)==21); 
 return 0;}
