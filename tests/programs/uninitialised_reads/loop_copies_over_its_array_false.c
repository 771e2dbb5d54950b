// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
struct point {
    int x, y;
};
int main(void)
{
    struct point points[3], unset;
    unset.y = 2;
    for (int i = 0; i < 3; i++) {
        points[i].x = i;
        points[i].y = i;
        points[0] = unset;
    }
    return points[0].x > 3;
}
