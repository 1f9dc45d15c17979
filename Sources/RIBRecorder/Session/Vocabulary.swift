// SPDX-License-Identifier: Apache-2.0

import RIBTrace

// The types of the trace that a runtime needs to call the recorder. With these names, a runtime
// depends on the recorder alone and not on the trace format.

/// Identifies an object of the recording.
package typealias ObjectID = RIBTrace.ObjectID

/// Identifies a subscription of the recording.
package typealias SubscriptionID = RIBTrace.SubscriptionID

/// The part that an object plays in its RIB.
package typealias ObjectKind = RIBTrace.ObjectKind

/// How code broke a rule of the architecture.
package typealias LifecycleViolation = RIBTrace.LifecycleViolation

/// How the owner of a subscription was found.
package typealias SubscriptionAttribution = RIBTrace.SubscriptionAttribution

/// What ties a subscription to its owner's activity.
package typealias SubscriptionConfinement = RIBTrace.SubscriptionConfinement

/// How a subscription ended.
package typealias SubscriptionEnd = RIBTrace.SubscriptionEnd

/// A number that any thread may read and change.
package typealias AtomicCounter = RIBTrace.AtomicCounter
