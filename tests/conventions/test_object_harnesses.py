"""Harnesses that ask about objects, in the style of aws-c-common and FreeRTOS, as ``whet verify`` takes them by default."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verdicts.running import Word, verdict_of
from whet.task.checks import bugs_property

BUFFER = """
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#define AWS_MEM_IS_WRITABLE(base, len) (((len) == 0) || (__CPROVER_w_ok((base), (len))))
#define MAX_BUFFER_SIZE 8
size_t nondet_size_t(void);
uint8_t nondet_uint8_t(void);

struct aws_byte_buf { size_t len; uint8_t *buffer; size_t capacity; };

static bool aws_byte_buf_is_valid(const struct aws_byte_buf *const buf) {
    return buf != NULL && ((buf->capacity == 0 && buf->len == 0 && buf->buffer == NULL) ||
                           (buf->capacity > 0 && buf->len <= buf->capacity && AWS_MEM_IS_WRITABLE(buf->buffer, buf->capacity)));
}

static bool aws_byte_buf_write_u8(struct aws_byte_buf *buf, uint8_t c) {
    __CPROVER_precondition(aws_byte_buf_is_valid(buf), "it is a buffer");
    if (buf->len FULL buf->capacity) return false;
    buf->buffer[buf->len++] = c;
    __CPROVER_postcondition(aws_byte_buf_is_valid(buf), "it is a buffer still");
    return true;
}

static void ensure_byte_buf_has_allocated_buffer_member(struct aws_byte_buf *buf) {
    buf->capacity = nondet_size_t();
    buf->len = nondet_size_t();
    __CPROVER_assume(buf->capacity <= MAX_BUFFER_SIZE);
    buf->buffer = buf->capacity == 0 ? NULL : malloc(buf->capacity);
}

void aws_byte_buf_write_u8_harness(void) {
    struct aws_byte_buf buf;
    ensure_byte_buf_has_allocated_buffer_member(&buf);
    __CPROVER_assume(aws_byte_buf_is_valid(&buf));
    struct aws_byte_buf old = buf;
    uint8_t c = nondet_uint8_t();
    if (aws_byte_buf_write_u8(&buf, c)) {
        __CPROVER_assert(buf.len == old.len + 1, "it has one byte more");
        __CPROVER_assert(buf.buffer[old.len] == c, "this one");
    } else {
        __CPROVER_assert(old.len == old.capacity, "it was full");
    }
    __CPROVER_assert(buf.capacity == old.capacity, "it did not grow");
    free(buf.buffer);
}
int main(void) { aws_byte_buf_write_u8_harness(); return 0; }
"""

ALLOCATION = """
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
bool nondet_bool(void);
size_t nondet_size_t(void);

static void *can_fail_malloc(size_t size) { return nondet_bool() ? NULL : malloc(size); }

struct aws_array_list { size_t current_size; size_t length; size_t item_size; void *data; };

static bool aws_array_list_is_valid(const struct aws_array_list *list) {
    if (!list || !__CPROVER_r_ok(list)) return false;
    bool data_is_valid = (list->current_size == 0 && list->data == NULL) || __CPROVER_rw_ok(list->data, list->current_size);
    return list->item_size != 0 && list->length * list->item_size <= list->current_size && data_is_valid;
}

static int aws_array_list_init_dynamic(struct aws_array_list *list, size_t items, size_t item_size) {
    __CPROVER_precondition(__CPROVER_w_ok(list, sizeof(*list)), "there is room for the list");
    size_t size = items * item_size;
    list->data = size == 0 ? NULL : can_fail_malloc(size);
    if (FAILED) { list->current_size = list->length = list->item_size = 0; return -1; }
    list->current_size = size;
    list->length = 0;
    list->item_size = item_size;
    return 0;
}

int main(void) {
    __CPROVER_size_t items = nondet_size_t(), item_size = nondet_size_t();
    __CPROVER_assume(items <= 16 && 0 < item_size && item_size <= 8);
    struct aws_array_list *list = can_fail_malloc(sizeof(*list));
    if (!list) return 0;
    if (aws_array_list_init_dynamic(list, items, item_size) == 0) {
        __CPROVER_assert(aws_array_list_is_valid(list), "it is a list");
        if (list->data) __CPROVER_assert(__CPROVER_OBJECT_SIZE(list->data) == items * item_size, "as large as it was to be");
    } else {
        __CPROVER_assert(list->data == NULL, "there is nothing to free");
    }
    free(list->data);
    free(list);
    return 0;
}
"""

LIST = """
#include <stddef.h>
#include <stdint.h>
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;
struct xLIST;
typedef struct xLIST_ITEM {
    TickType_t xItemValue;
    struct xLIST_ITEM *pxNext, *pxPrevious;
    struct xLIST *pxContainer;
} ListItem_t;
typedef struct xLIST { UBaseType_t uxNumberOfItems; ListItem_t *pxIndex; ListItem_t xListEnd; } List_t;
TickType_t nondet_tick(void);

static void vListInitialise(List_t *const pxList) {
    __CPROVER_precondition(__CPROVER_w_ok(pxList), "there is a list");
    pxList->pxIndex = &pxList->xListEnd;
    pxList->xListEnd.xItemValue = UINT32_MAX;
    pxList->xListEnd.pxNext = pxList->xListEnd.pxPrevious = &pxList->xListEnd;
    pxList->uxNumberOfItems = 0;
}

static void vListInsert(List_t *const pxList, ListItem_t *const pxNew) {
    __CPROVER_precondition(__CPROVER_rw_ok(pxList) && __CPROVER_rw_ok(pxNew), "both are there");
    ListItem_t *pxIterator = &pxList->xListEnd;
    if (pxNew->xItemValue == UINT32_MAX)
        pxIterator = pxList->xListEnd.pxPrevious;
    else
        while (pxIterator->pxNext->xItemValue <= pxNew->xItemValue) pxIterator = pxIterator->pxNext;
    pxNew->pxNext = pxIterator->pxNext;
    pxNew->pxNext->pxPrevious = pxNew;
    pxNew->pxPrevious = pxIterator;
    pxIterator->pxNext = pxNew;
    pxNew->pxContainer = pxList;
    pxList->uxNumberOfItems++;
}

static UBaseType_t uxListRemove(ListItem_t *const pxRemoved) {
    List_t *const pxList = pxRemoved->pxContainer;
    __CPROVER_precondition(__CPROVER_rw_ok(pxList, sizeof(*pxList)), "it is in a list");
    pxRemoved->pxNext->pxPrevious = pxRemoved->pxPrevious;
    pxRemoved->pxPrevious->pxNext = pxRemoved->pxNext;
    UNLINK
    pxList->uxNumberOfItems--;
    return pxList->uxNumberOfItems;
}

void harness(void) {
    List_t list;
    ListItem_t first, second;
    vListInitialise(&list);
    first.xItemValue = nondet_tick();
    second.xItemValue = nondet_tick();
    vListInsert(&list, &first);
    vListInsert(&list, &second);
    __CPROVER_assert(list.uxNumberOfItems == 2, "both are in it");
    __CPROVER_assert(list.xListEnd.pxNext->xItemValue <= list.xListEnd.pxPrevious->xItemValue, "sorted");
    __CPROVER_assert(uxListRemove(&first) == 1, "one is left");
    __CPROVER_assert(list.xListEnd.pxNext == &second && second.pxNext == &list.xListEnd, "the other one");
    __CPROVER_assert(first.pxContainer == NULL, "the first one is in no list");
}
int main(void) { harness(); return 0; }
"""

HARNESSES = {
    "buffer": (BUFFER, ("FULL", "==", ">")),
    "allocation": (ALLOCATION, ("FAILED", "size != 0 && list->data == NULL", "items != 0 && list == NULL")),
    "list": (LIST, ("UNLINK", "pxRemoved->pxContainer = NULL;", "")),
}


@pytest.mark.parametrize("name", HARNESSES)
@pytest.mark.parametrize("expected", [Word.TRUE, Word.FALSE])
def test_a_right_harness_is_proved_and_a_wrong_one_is_refuted(name: str, expected: Word, tmp_path: Path) -> None:
    text, (word, right, wrong) = HARNESSES[name]
    file = tmp_path / f"{name}.c"
    file.write_text(text.replace(word, right if expected is Word.TRUE else wrong))
    answer = verdict_of(file, seconds=15, property=bugs_property())
    assert answer.word is expected, answer
    assert not [each for each in answer.assumed if "has no body" in each]
