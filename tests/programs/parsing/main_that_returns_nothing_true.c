// EXPECT: TRUE
extern void reach_error(void);

void main(void)
{
    return;
    reach_error();
}
