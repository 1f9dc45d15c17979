// SPDX-License-Identifier: Apache-2.0

#include "CRIBShims.h"

#include <stdbool.h>
#include <stddef.h>

// Part of Swift's runtime and its binary interface. Reading a weak reference uses it.
extern void *swift_tryRetain(void *object);

extern void *swift_unownedRetain(void *object);
extern void swift_unownedRelease(void *object);

extern bool swift_isDeallocating(void *object);
extern const void *swift_getObjectType(void *object);

void *ribleak_try_retain(void *object) { return swift_tryRetain(object); }

const void *ribleak_living_type(void *object) {
    return swift_isDeallocating(object) ? NULL : swift_getObjectType(object);
}

void ribleak_unowned_retain(void *object) { swift_unownedRetain(object); }

void ribleak_unowned_release(void *object) { swift_unownedRelease(object); }
