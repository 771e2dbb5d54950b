// Variable roles, Figure 3.5b: n and f are floating-point.
float absolute(float n) {
  float f;
  if (n >= 0)
    f = n;
  else
    f = -n;
  return f;
}
