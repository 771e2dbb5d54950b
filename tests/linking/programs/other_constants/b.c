enum color { GREEN, RED };
enum color color = GREEN;
