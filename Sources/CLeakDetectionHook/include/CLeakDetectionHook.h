// SPDX-License-Identifier: Apache-2.0

/// Calls, when the process begins, what checks all of its tests for leaks.
///
/// There is nothing to call here: to link this target is all.
