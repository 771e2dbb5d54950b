// EXPECT: FALSE
// COMMAND: whet verify
int f(p) double p; { return p>1; } int main(){ return f(3); }
