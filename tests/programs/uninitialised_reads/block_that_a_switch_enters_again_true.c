// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
int main(void)
{
    int result = 0;
    for (int i = 0; i < 2; i++)
        switch (i) {
            int element[1];
        case 0:
            element[0] = 5;
            result = element[0] > 3;
            break;
        case 1:
            result++;
        }
    return result;
}
