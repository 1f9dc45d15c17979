// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBText

@Suite struct JSONTextTests {
    @Test func aLineHasItsKeysInOrderAndAbsentFactsAsNull() {
        let value: JSONValue = [
            "type": "HomeRouter", "count": JSONValue(2), "test": JSONValue(nil as String?),
            "line": JSONValue(nil as Int?), "isKnown": true, "places": [1, "a/b"],
        ]
        #expect(
            JSONText.line(value)
                == #"{"count":2,"isKnown":true,"line":null,"places":[1,"a/b"],"test":null,"type":"HomeRouter"}"#
                + "\n")
    }

    @Test func aMemberThatIsSetToNilIsLeftOut() {
        var object: [String: JSONValue] = ["a": 1]
        object["b"] = nil
        object["c"] = JSONValue(nil as UInt64?)
        #expect(JSONText.line(JSONValue.object(object)) == #"{"a":1,"c":null}"# + "\n")
    }

    @Test func aCountAboveThoseOfSignedNumbersIsWhole() {
        #expect(JSONText.line(JSONValue(UInt64.max)) == "18446744073709551615\n")
        #expect(JSONValue(UInt64(Int64.max)) == .integer(.max))
    }

    @Test func ofTwoMembersOfOneNameTheNewOneCounts() {
        let value = JSONValue.object(["a": 1, "b": 2]).adding(["b": 3])
        #expect(JSONText.line(value) == #"{"a":1,"b":3}"# + "\n")
    }

    @Test func aDocumentHasEmptyListsOnOneLineAndNoCharactersThatControlATerminal() {
        let value: JSONValue = ["list": [], "text": "a\u{1b}[31m\u{202e}b/c"]
        #expect(
            JSONText.encoded(value) == """
                {
                  "list" : [],
                  "text" : "a\\u001b[31m\\u202eb/c"
                }

                """)
    }
}
