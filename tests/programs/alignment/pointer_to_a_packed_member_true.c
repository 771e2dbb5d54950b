// EXPECT: TRUE
// PROPERTY: G ! misaligned-access
struct __attribute__((packed)) head {
  char kind;
  int length;
};

static int get(const struct head *head) { return head->length; }

int main(void)
{
  char bytes[8] = {0};
  struct head *head = (struct head *)(bytes + 1);
  head->length = 4;
  return get(head);
}
