// SPDX-License-Identifier: Apache-2.0

#include "CPeers.h"

#include <stdlib.h>

static _Thread_local peers_callback pending;
static _Thread_local void *pending_context;

static int compare(const void *left, const void *right) {
    (void)left, (void)right;
    peers_callback callback = pending;
    pending = NULL;
    if (callback != NULL) callback(pending_context);
    return 0;
}

void peers_call_through_qsort(peers_callback callback, void *context) {
    int numbers[2] = {2, 1};
    pending = callback;
    pending_context = context;
    qsort(numbers, 2, sizeof(numbers[0]), compare);
}

void peers_keep_frame(void) {}
