// EXPECT: FALSE
extern void reach_error(void);

void main(void)
{
    reach_error();
}
