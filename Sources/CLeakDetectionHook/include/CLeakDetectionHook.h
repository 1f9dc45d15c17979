// SPDX-License-Identifier: Apache-2.0

/// Enables leak checks for all tests when the process begins.
///
/// There is nothing to call here. Linking this target is enough.
