// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static void mul(int n,int m,int k,int a[n][m],int b[m][k],int c[n][k]){ for(int i=0;i<n;i++) for(int j=0;j<k;j++){ c[i][j]=0; for(int x=0;x<m;x++)
#if BAD
 c[i][j]+=a[i][x]*b[j][x];
#else
 c[i][j]+=a[i][x]*b[x][j];
#endif
 } }
int main(void){ int a[2][3]={{1,2,3},{4,5,6}}, b[3][4]={{1}}, c[2][4]; mul(2,3,4,a,b,c); return c[1][3]; }
