// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
int main(void)
{
    int row[3];
    row[0] = 1;
    return row[0] + row[1];
}
