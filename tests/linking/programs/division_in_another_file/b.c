int share(int whole, int parts) { return whole / parts; }
