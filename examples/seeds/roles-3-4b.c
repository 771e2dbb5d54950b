// Variable roles, Figure 3.4b: the members of a skip list are multi-linked lists, list is a pointer to a non-flat structure.
struct sl_item {
  struct sl_item *n1, *n2;
};
struct sl {
  struct sl_item *head, *tail;
};
struct sl *list;

void use(void) {
  list->head->n1 = list->tail;
  list->head->n2 = 0;
}
