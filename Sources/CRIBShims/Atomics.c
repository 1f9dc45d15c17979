#include "CRIBShims.h"

uint64_t ribleak_atomic_load(const uint64_t *value) {
    return __atomic_load_n(value, __ATOMIC_ACQUIRE);
}

void ribleak_atomic_store(uint64_t *value, uint64_t desired) {
    __atomic_store_n(value, desired, __ATOMIC_RELEASE);
}

uint64_t ribleak_atomic_add(uint64_t *value, uint64_t amount) {
    return __atomic_fetch_add(value, amount, __ATOMIC_ACQ_REL);
}
