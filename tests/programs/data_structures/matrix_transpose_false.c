// EXPECT: FALSE
// MACHINE: both
#include <assert.h>

#define N 3

static int m[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = i * N + j;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
    assert(m[0][2] == 6 && m[2][0] == 2);
    return 0;
}
