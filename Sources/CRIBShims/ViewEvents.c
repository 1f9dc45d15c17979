// SPDX-License-Identifier: Apache-2.0

#include "ViewEvents.h"

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if TARGET_OS_IOS || TARGET_OS_TV || TARGET_OS_VISION

#include <objc/runtime.h>
#include <stddef.h>

typedef void (*AnimatedCall)(id, SEL, BOOL);
typedef void (*MoveCall)(id, SEL, id);

static struct ribleak_view_events events;
static AnimatedCall viewDidAppear, viewDidDisappear;
static MoveCall willMove, didMove;

static void appeared(id controller, SEL name, BOOL isAnimated) {
    viewDidAppear(controller, name, isAnimated);
    events.did_appear((void *)controller);
}

static void disappeared(id controller, SEL name, BOOL isAnimated) {
    viewDidDisappear(controller, name, isAnimated);
    events.did_disappear((void *)controller);
}

// Called before UIKit's own method, while the container is still visible.
static void moves(id controller, SEL name, id container) {
    events.will_move((void *)controller, container != NULL);
    willMove(controller, name, container);
}

static void moved(id controller, SEL name, id container) {
    didMove(controller, name, container);
    events.did_move((void *)controller, container != NULL);
}

int ribleak_view_events_follow(struct ribleak_view_events functions) {
    Class class = (Class)objc_getClass("UIViewController");
    if (class == NULL) return 0;
    Method appear = class_getInstanceMethod(class, sel_registerName("viewDidAppear:"));
    Method disappear = class_getInstanceMethod(class, sel_registerName("viewDidDisappear:"));
    Method will = class_getInstanceMethod(class, sel_registerName("willMoveToParentViewController:"));
    Method did = class_getInstanceMethod(class, sel_registerName("didMoveToParentViewController:"));
    if (appear == NULL || disappear == NULL || will == NULL || did == NULL) return 0;
    events = functions;
    // Store the functions that ours call before installing ours.
    viewDidAppear = (AnimatedCall)method_getImplementation(appear);
    viewDidDisappear = (AnimatedCall)method_getImplementation(disappear);
    willMove = (MoveCall)method_getImplementation(will);
    didMove = (MoveCall)method_getImplementation(did);
    method_setImplementation(appear, (IMP)appeared);
    method_setImplementation(disappear, (IMP)disappeared);
    method_setImplementation(will, (IMP)moves);
    method_setImplementation(did, (IMP)moved);
    return 1;
}

#else

int ribleak_view_events_follow(struct ribleak_view_events functions) {
    (void)functions;
    return 0;
}

#endif
