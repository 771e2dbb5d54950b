// EXPECT: TRUE
// PROPERTY: G ! library-contract
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
  fputs("last", stdout);
  return 0;
}
