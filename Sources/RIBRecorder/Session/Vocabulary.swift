// SPDX-License-Identifier: Apache-2.0

import RIBTrace

// The words of the trace that a runtime needs to call the recorder. They are offered here, so that a runtime
// depends on the recorder alone and knows neither the format nor those who write and read it.

/// Names an object of the recording.
package typealias ObjectID = RIBTrace.ObjectID

/// Names a subscription of the recording.
package typealias SubscriptionID = RIBTrace.SubscriptionID

/// The part that an object plays in its RIB.
package typealias ObjectKind = RIBTrace.ObjectKind

/// What code did to a RIB that the architecture does not allow.
package typealias LifecycleViolation = RIBTrace.LifecycleViolation

/// How it is known whose a subscription is.
package typealias SubscriptionAttribution = RIBTrace.SubscriptionAttribution

/// What binds a subscription to its owner's activity.
package typealias SubscriptionConfinement = RIBTrace.SubscriptionConfinement

/// How a subscription ended.
package typealias SubscriptionEnd = RIBTrace.SubscriptionEnd

/// A number that any thread may read and change.
package typealias AtomicCounter = RIBTrace.AtomicCounter
