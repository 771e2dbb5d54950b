typedef int operation(int, int);
operation subtract;
static int add(int a, int b) { return a + b; }
operation *const operations[2] = {add, subtract};
