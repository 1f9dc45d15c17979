// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Notification.Name {
    /// Posted when the server no longer knows who is logged in. In this session it always does.
    static let sessionDidExpire = Notification.Name("sessionDidExpire")
}
