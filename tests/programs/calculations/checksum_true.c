// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

static unsigned char sum(const unsigned char *p, int n)
{
    unsigned char s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return 256 - s;
}

int main(void)
{
    unsigned char packet[4] = {rand() % 256, rand() % 256, rand() % 256, 0};
    packet[3] = sum(packet, 3);
    unsigned char total = packet[0] + packet[1] + packet[2] + packet[3];
    assert(total == 0);
    return 0;
}
