// EXPECT: FALSE
// INPUT: 2
#include <assert.h>
#include <stdlib.h>

enum { CLOSED, SENT, OPEN };

int main(void)
{
    int state = CLOSED, key = 0;
    while (state != OPEN) {
        int message = rand() % 3;
        switch (state) {
        case CLOSED:
            if (message == 0)
                state = SENT;
            else if (message == 2)
                state = OPEN;
            break;
        case SENT:
            if (message == 1) {
                key = 1;
                state = OPEN;
            }
            break;
        }
    }
    assert(key == 1);
    return 0;
}
