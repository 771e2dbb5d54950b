// EXPECT: TRUE
// COMMAND: whet verify
int main(void){ int a[2][3]={{1,2,3},{4,5,6}}; int i=3; 
 return (&a[0][0])[2]==9; 
}
