// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_VIEW_EVENTS_H
#define RIBLEAK_VIEW_EVENTS_H

// UIKit's calls of view controllers, which Swift could replace only where Objective-C is.

/// What UIKit says to a view controller, after that has heard it.
struct ribleak_view_events {
    /// Its view is on the screen.
    void (*did_appear)(void *controller);
    /// Its view is not any more.
    void (*did_disappear)(void *controller);
    /// It is about to leave its container, or to enter one; said before it hears it.
    void (*will_move)(void *controller, int to_container);
    /// It has left its container, or entered one.
    void (*did_move)(void *controller, int to_container);
};

/// Has the functions called from here on, on the main thread, for each view controller of the process that
/// hands on what UIKit says, as UIKit asks of those who override it. Call it once.
///
/// \returns 1, or 0 where there is no UIKit or it has no such calls.
int ribleak_view_events_follow(struct ribleak_view_events functions);

#endif
