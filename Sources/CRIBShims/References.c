#include "CRIBShims.h"

// Of Swift's runtime, whose binary interface it is part of: what a weak reference is read by.
extern void *swift_tryRetain(void *object);

void *ribleak_try_retain(void *object) { return swift_tryRetain(object); }
