// SPDX-License-Identifier: Apache-2.0

import RIBTrace

// Writes a trace of about the given number of events, as an app would: RIBs attached and detached
// with their parts and subscriptions, a few stacks, and two leaks per ten thousand RIBs.
//
//   generate-trace FOLDER EVENTS
let arguments = CommandLine.arguments
guard arguments.count == 3, let events = Int(arguments[2]) else {
    fatalError("usage: generate-trace FOLDER EVENTS")
}
var app = try SyntheticApp(folder: arguments[1])
app.run(events: events)
