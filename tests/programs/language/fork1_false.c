// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <unistd.h>
#include <sys/wait.h>
int main(void){ int p=vfork(); if(p==0) _exit(3); int s; wait(&s); assert(!WIFEXITED(s)); return 0; }
