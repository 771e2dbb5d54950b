// whet verify W354.c
// Violation: W354.c:5:13: conversion of 10000000000.0 to int, which cannot hold it (f = 10000000000.0) [conversion, W354, CWE-681]
int main(void) {
    float f = 1e10f;
    int x = f;
    return x;
}
