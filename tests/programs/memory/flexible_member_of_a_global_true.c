// EXPECT: TRUE
// PROPERTY: G valid-deref
static struct {
    int count;
    char data[];
} list = {2, {1, 2}};
int main(void)
{
    return list.data[1] > 9;
}
