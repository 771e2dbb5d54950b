#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct buffer {
  struct buffer *next;
  int length;
};

static struct buffer *spare;

static void give_back(struct buffer *buffer) {
  buffer->next = spare;
  spare = buffer;
}

static int send(struct buffer *buffer, int length) {
  buffer->length = length;
  if (length > 100) {
    give_back(buffer);
    return 0;
  }
  return 1;
}

int main(void) {
  struct buffer *buffer = malloc(sizeof *buffer);
  if (buffer == NULL)
    return 1;
  send(buffer, __VERIFIER_nondet_int());
  give_back(buffer); /* wrong: send may have given it back */
  while (spare != NULL) {
    struct buffer *next = spare->next;
    free(spare);
    spare = next;
  }
  return 0;
}
