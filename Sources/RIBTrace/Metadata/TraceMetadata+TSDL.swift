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
            uuid = "\(uuid)";
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
        fields := struct { \(TraceEvent.fields(of: record)) }; };
        """
    }

    /// A C string's inside: what could end the string, start an escape or break the line is
    /// replaced by what reads alike.
    private static func escape(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\"": "'"
                    case "\\": "/"
                    case _ where scalar.value < 0x20 || scalar.value == 0x7F: "?"
                    default: scalar
                    }
                }))
    }
}
