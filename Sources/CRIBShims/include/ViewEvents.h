// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_VIEW_EVENTS_H
#define RIBLEAK_VIEW_EVENTS_H

// UIKit's calls to view controllers. Swift could replace them only where Objective-C exists.

/// UIKit's calls to a view controller, passed on after the view controller has got them.
struct ribleak_view_events {
    /// Its view is on the screen.
    void (*did_appear)(void *controller);
    /// Its view has left the screen.
    void (*did_disappear)(void *controller);
    /// It is about to leave or enter a container. This comes before the view controller gets the
    /// call.
    void (*will_move)(void *controller, int to_container);
    /// It has left or entered a container.
    void (*did_move)(void *controller, int to_container);
};

/// Calls these functions from now on, on the main thread, for each view controller of the process.
/// Overrides must call `super`, as UIKit requires. Call it once.
///
/// \returns 1, or 0 where there is no UIKit or it has no such calls.
int ribleak_view_events_follow(struct ribleak_view_events functions);

#endif
