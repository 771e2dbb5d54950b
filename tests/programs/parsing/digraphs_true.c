// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main() <% int a<:2:>=<%1,2%>; if(!(a<:1:>==2)) reach_error(); return 0; %>
