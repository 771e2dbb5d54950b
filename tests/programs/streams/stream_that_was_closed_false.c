// EXPECT: FALSE
// PROPERTY: G ! library-contract
// NOT COMPILED: the sanitizer does not look at streams
#include <stdio.h>

struct log {
  FILE *to;
};

static void finish(struct log *log) { fclose(log->to); }

int main(void)
{
  struct log log = {fopen("missing/log", "w")};
  if (log.to == NULL)
    return 1;
  fputs("first", log.to);
  finish(&log);
  fputs("last", log.to);
  return 0;
}
