// SPDX-License-Identifier: Apache-2.0

import Logging
import RIBs

/// Logs what happens to the RIBs of this process, from its making until it is freed.
///
/// A line is short, so that it is found; where it happened is metadata, so that it can be asked for.
final class LifecycleLog {
    private let observation: AnyCancellable

    init(_ logger: Logger) {
        observation = LifecycleEvents.observe { event in
            // What is only about to happen would say everything twice.
            if event.kind.isAhead { return }
            var metadata: Logger.Metadata = ["ribPath": "\(event.ribPath)"]
            if let id = event.id { metadata["id"] = "\(id)" }
            logger.info("\(event.type) \(event.kind)", metadata: metadata)
        }
    }
}
