// SPDX-License-Identifier: Apache-2.0

#include "VictimShims.h"

namespace {

int unwound;

struct Witness {
    void (*callback)(void);
    ~Witness() {
        callback();
        unwound++;
    }
};

__attribute__((noinline)) void descend(int depth, void (*callback)(void)) {
    Witness witness{callback};
    if (depth <= 1) throw depth;
    descend(depth - 1, callback);
}

}  // namespace

int victim_throw(int depth, void (*callback)(void)) {
    unwound = 0;
    try {
        descend(depth, callback);
    } catch (int) {
        callback();
    }
    return unwound;
}

void victim_throw_uncaught(void) {
    Witness witness{[] {}};
    throw 1;
}
