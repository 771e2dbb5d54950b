// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
int main(void)
{
    int result = 0;
    for (int i = 0; i < 2; i++)
        switch (i) {
            int element;
        case 0:
            element = 5;
            break;
        case 1:
            result = element > 3;
        }
    return result;
}
