// EXPECT: TRUE
// PROPERTY: G valid-deref
static int *last(int *given)
{
    int own = 3;
    int *result = given;
    *result = own + 1;
    return result;
}
int main(void)
{
    int mine = 0;
    return *last(&mine);
}
