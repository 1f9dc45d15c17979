// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a trace says about itself: which process, when, and how it was recorded.
public struct TraceMetadata: Equatable, Sendable {
    /// The executable's file name.
    public var processName: String
    /// Its number.
    public var processID: Int
    /// The working directory, against which files are shown.
    public var workingDirectory: String
    /// Nanoseconds to add to an event's timestamp to get the time since 1970-01-01 UTC.
    public var clockOffset: Int64
    /// Nanoseconds on the monotonic clock when recording began.
    public var startedAt: UInt64
    /// How much was recorded.
    public var level: RecordingLevel
    /// False when the recording machine had no libunwind.
    public var capturesStacks: Bool
    /// Which app and which sample of it was recorded, and where.
    public var origin = RecordingOrigin()
    /// Random bytes that tie the stream files to the metadata.
    package var uuid = UUID()

    /// The random number of the recording: 32 hexadecimal digits.
    public var recordingID: String { uuidText.filter { $0 != "-" } }

    /// Lower-case hexadecimal, grouped 8-4-4-4-12.
    private var uuidText: String { uuid.uuidString.lowercased() }

    package init(
        processName: String, processID: Int, workingDirectory: String, clockOffset: Int64,
        startedAt: UInt64, level: RecordingLevel, capturesStacks: Bool
    ) {
        (self.processName, self.processID) = (processName, processID)
        (self.workingDirectory, self.clockOffset) = (workingDirectory, clockOffset)
        (self.startedAt, self.level, self.capturesStacks) = (startedAt, level, capturesStacks)
    }
}

/// Which app was recorded, which sample of it, and on what.
public struct RecordingOrigin: Equatable, Sendable {
    /// The version of the ribleak that recorded; empty when it is not known.
    public var recorderVersion = ""
    /// The app's release, such as `7.12.0`; empty when it is not known.
    public var release = ""
    /// The build of that release: a number or a commit; empty when it is not known.
    public var build = ""
    /// The operating system, such as `iOS`; empty when it is not known.
    public var system = ""
    /// The version of the operating system; empty when it is not known.
    public var systemVersion = ""
    /// One of how many processes is recorded; 1 when each of them is.
    public var oneProcessOf = 1
    /// The share of RIBs that get stacks and retain paths, in percent.
    public var percentOfRIBs = 100
    /// The sources of the app; nothing of a shipped one.
    public var revision = SourceRevision()

    package init() {}

    /// Reads the keys of a metadata file, which may be hostile.
    fileprivate init(_ facts: [String: String]) {
        recorderVersion = facts["ribleak_version"] ?? ""
        release = facts["release"] ?? ""
        build = facts["build"] ?? ""
        system = facts["os"] ?? ""
        systemVersion = facts["os_version"] ?? ""
        oneProcessOf = max(facts["one_process_of"].flatMap(Int.init) ?? 1, 1)
        revision = SourceRevision(
            commit: facts["commit"].flatMap { $0.isEmpty ? nil : $0 },
            branch: facts["branch"].flatMap { $0.isEmpty ? nil : $0 })
        percentOfRIBs = min(max(facts["percent_of_ribs"].flatMap(Int.init) ?? 100, 0), 100)
    }
}

extension TraceMetadata {
    /// Reads a `metadata` file, which may be hostile, if it is one of a ribleak trace that is of no
    /// later format version. Errors name the trace's folder.
    package init(parsing text: String, of folder: String) throws(TraceError) {
        func refused(_ code: TraceError.Code, _ explanation: String) -> TraceError {
            TraceError(code, path: folder, explanation)
        }
        guard text.hasPrefix("/* CTF 1.8 */") else {
            throw refused(
                .notATrace, "is not a trace of ribleak: its metadata is not CTF 1.8; name another")
        }
        let facts = Self.assignments(in: text)
        guard let version = facts["ribleak_format_version"].flatMap(Int.init) else {
            throw refused(
                .notATrace, "is a trace of another program; name one that ribleak recorded")
        }
        guard version <= TraceFormat.version else {
            throw refused(
                .laterVersion,
                "is of format \(version), and this ribleak reads up to format "
                    + "\(TraceFormat.version); use the ribleak that the recorded app is built with")
        }
        guard let uuid = facts["uuid"].flatMap({ UUID(uuidString: $0) }),
            let processID = facts["pid"].flatMap(Int.init),
            let clockOffset = facts["offset"].flatMap(Int64.init),
            let startedAt = facts["started_at"].flatMap(UInt64.init),
            let level = facts["level"].flatMap(RecordingLevel.init)
        else {
            throw refused(
                .damaged, "its metadata file is damaged or cut short; record the run again")
        }
        self.init(
            processName: facts["process"] ?? "?", processID: processID,
            workingDirectory: facts["cwd"] ?? "", clockOffset: clockOffset, startedAt: startedAt,
            level: level, capturesStacks: facts["captures_stacks"] == "1")
        self.uuid = uuid
        origin = RecordingOrigin(facts)
    }

    /// The lines of the form `name = value;`, quotes taken off; the first of a name counts.
    private static func assignments(in text: String) -> [String: String] {
        let blank = CharacterSet(charactersIn: " ")
        var found: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: blank)
            }
            guard parts.count == 2, parts[1].hasSuffix(";") else { continue }
            var value = parts[1].dropLast().trimmingCharacters(in: blank)
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = String(value.dropFirst().dropLast())
            }
            if found[parts[0]] == nil { found[parts[0]] = value }
        }
        return found
    }
}

extension TraceMetadata {
    /// The `metadata` file: TSDL as Common Trace Format 1.8 defines it, read by babeltrace2 and
    /// Trace Compass.
    ///
    /// The `env` block holds our own facts, one a line; strings in it are escaped like C's.
    var tsdl: String {
        """
        /* CTF 1.8 */

        typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
        typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
        typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
        typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
        typealias integer { size = 64; align = 8; signed = false; base = hex; } := uint64_hex_t;

        trace {
            major = 1;
            minor = 8;
            uuid = "\(uuidText)";
            byte_order = le;
            packet.header := struct { uint32_t magic; uint8_t uuid[16]; uint32_t stream_id; };
        };

        env {
            tracer_name = "ribleak";
            ribleak_format_version = \(TraceFormat.version);
            process = "\(Self.escape(processName))";
            pid = \(processID);
            cwd = "\(Self.escape(workingDirectory))";
            started_at = \(startedAt);
            level = "\(level.rawValue)";
            captures_stacks = \(capturesStacks ? 1 : 0);
            ribleak_version = "\(Self.escape(origin.recorderVersion))";
            release = "\(Self.escape(origin.release))";
            build = "\(Self.escape(origin.build))";
            commit = "\(Self.escape(origin.revision.commit ?? ""))";
            branch = "\(Self.escape(origin.revision.branch ?? ""))";
            os = "\(Self.escape(origin.system))";
            os_version = "\(Self.escape(origin.systemVersion))";
            one_process_of = \(origin.oneProcessOf);
            percent_of_ribs = \(origin.percentOfRIBs);
        };

        clock {
            name = monotonic;
            freq = 1000000000;
            offset = \(clockOffset);
        };

        typealias integer {
            size = 64; align = 8; signed = false; map = clock.monotonic.value;
        } := timestamp_t;

        stream {
            id = 0;
            packet.context := struct {
                timestamp_t timestamp_begin; timestamp_t timestamp_end;
                uint64_t content_size; uint64_t packet_size; uint64_t packet_seq_num;
                uint64_t events_discarded; uint32_t tid; uint32_t crc32c;
            };
            event.header := struct { uint16_t id; timestamp_t timestamp; };
        };

        \(TraceEvent.Record.allCases.map(Self.declaration).joined(separator: "\n"))

        """
    }

    private static func declaration(of record: TraceEvent.Record) -> String {
        """
        event { name = "\(record)"; id = \(record.rawValue); stream_id = 0; \
        fields := struct { \(RecordLayout(record).tsdl) }; };
        """
    }

    /// A C string's inside: what could end the string, start an escape or break the line is
    /// replaced by what reads alike.
    private static func escape(_ text: String) -> String {
        let shown = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar {
            case "\"": "'"
            case "\\": "/"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: "?"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(shown))
    }
}
