// swift-format-ignore-file
// Made by Tools/embed-html of Reports/settings.schema.json: change that.

/// The JSON Schema of the settings file, by which editors complete and check it.
package enum SettingsSchema {
    /// The document.
    package static let text = #"""
{
  "$schema" : "http://json-schema.org/draft-07/schema#",
  "additionalProperties" : false,
  "description" : "What a project allows `ribleak gate`: the file .ribleak.yml.",
  "properties" : {
    "allow-empty" : {
      "default" : false,
      "description" : "Whether the gate passes when there is no run, no RIB in it, or the recorder is off.",
      "type" : "boolean"
    },
    "allow-growth" : {
      "description" : "The earlier name of count-growth: true is allow, and false is fail.",
      "type" : "boolean"
    },
    "baseline" : {
      "description" : "The file of known findings, from this file's folder: ribleak baseline write makes it.",
      "pattern" : "\\S",
      "type" : "string"
    },
    "budgets" : {
      "additionalProperties" : false,
      "description" : "How many different mistakes are allowed. A finding counts for the most specific limit.",
      "properties" : {
        "accumulating-subscriptions" : {
          "description" : "Each activation of an interactor adds a subscription, and none ends.",
          "minimum" : 0,
          "type" : "integer"
        },
        "fired-while-inactive" : {
          "description" : "The same as inactive-fires.",
          "minimum" : 0,
          "type" : "integer"
        },
        "growing-objects" : {
          "description" : "A scenario that a test repeats leaves more behind with each turn.",
          "minimum" : 0,
          "type" : "integer"
        },
        "inactive-fires" : {
          "description" : "Subscriptions that fired while their interactor was inactive.",
          "minimum" : 0,
          "type" : "integer"
        },
        "late-deallocation" : {
          "description" : "An object was freed, but only after its deadline.",
          "minimum" : 0,
          "type" : "integer"
        },
        "leaked-component" : {
          "description" : "A RIB was detached, but something still holds its component.",
          "minimum" : 0,
          "type" : "integer"
        },
        "leaked-interactor" : {
          "description" : "A RIB was detached, but something still holds its interactor.",
          "minimum" : 0,
          "type" : "integer"
        },
        "leaked-object" : {
          "description" : "An object that was expected to be freed is still alive.",
          "minimum" : 0,
          "type" : "integer"
        },
        "leaked-presenter" : {
          "description" : "A RIB was detached, but something still holds its presenter.",
          "minimum" : 0,
          "type" : "integer"
        },
        "leaked-router" : {
          "description" : "A router was detached, but something still holds it.",
          "minimum" : 0,
          "type" : "integer"
        },
        "leaked-view" : {
          "description" : "A RIB was detached, but something still holds its view.",
          "minimum" : 0,
          "type" : "integer"
        },
        "leaked-worker" : {
          "description" : "A RIB was detached, but something still holds a worker of it.",
          "minimum" : 0,
          "type" : "integer"
        },
        "leaked-workflow" : {
          "description" : "A RIB was detached, but something still holds a workflow of it.",
          "minimum" : 0,
          "type" : "integer"
        },
        "leaks" : {
          "description" : "All leaks.",
          "minimum" : 0,
          "type" : "integer"
        },
        "lifecycle-violation" : {
          "description" : "Code did what the architecture does not allow.",
          "minimum" : 0,
          "type" : "integer"
        },
        "never-attached" : {
          "description" : "A RIB of the tree built a router and keeps it without attaching it.",
          "minimum" : 0,
          "type" : "integer"
        },
        "outlived-interactor" : {
          "description" : "A subscription is alive after its interactor was deactivated or freed.",
          "minimum" : 0,
          "type" : "integer"
        },
        "paths" : {
          "description" : "Limits for parts of the tree. The first entry that covers a finding counts.",
          "items" : {
            "additionalProperties" : false,
            "minProperties" : 2,
            "properties" : {
              "accumulating-subscriptions" : {
                "description" : "Each activation of an interactor adds a subscription, and none ends.",
                "minimum" : 0,
                "type" : "integer"
              },
              "fired-while-inactive" : {
                "description" : "The same as inactive-fires.",
                "minimum" : 0,
                "type" : "integer"
              },
              "growing-objects" : {
                "description" : "A scenario that a test repeats leaves more behind with each turn.",
                "minimum" : 0,
                "type" : "integer"
              },
              "inactive-fires" : {
                "description" : "Subscriptions that fired while their interactor was inactive.",
                "minimum" : 0,
                "type" : "integer"
              },
              "late-deallocation" : {
                "description" : "An object was freed, but only after its deadline.",
                "minimum" : 0,
                "type" : "integer"
              },
              "leaked-component" : {
                "description" : "A RIB was detached, but something still holds its component.",
                "minimum" : 0,
                "type" : "integer"
              },
              "leaked-interactor" : {
                "description" : "A RIB was detached, but something still holds its interactor.",
                "minimum" : 0,
                "type" : "integer"
              },
              "leaked-object" : {
                "description" : "An object that was expected to be freed is still alive.",
                "minimum" : 0,
                "type" : "integer"
              },
              "leaked-presenter" : {
                "description" : "A RIB was detached, but something still holds its presenter.",
                "minimum" : 0,
                "type" : "integer"
              },
              "leaked-router" : {
                "description" : "A router was detached, but something still holds it.",
                "minimum" : 0,
                "type" : "integer"
              },
              "leaked-view" : {
                "description" : "A RIB was detached, but something still holds its view.",
                "minimum" : 0,
                "type" : "integer"
              },
              "leaked-worker" : {
                "description" : "A RIB was detached, but something still holds a worker of it.",
                "minimum" : 0,
                "type" : "integer"
              },
              "leaked-workflow" : {
                "description" : "A RIB was detached, but something still holds a workflow of it.",
                "minimum" : 0,
                "type" : "integer"
              },
              "leaks" : {
                "description" : "All leaks.",
                "minimum" : 0,
                "type" : "integer"
              },
              "lifecycle-violation" : {
                "description" : "Code did what the architecture does not allow.",
                "minimum" : 0,
                "type" : "integer"
              },
              "never-attached" : {
                "description" : "A RIB of the tree built a router and keeps it without attaching it.",
                "minimum" : 0,
                "type" : "integer"
              },
              "outlived-interactor" : {
                "description" : "A subscription is alive after its interactor was deactivated or freed.",
                "minimum" : 0,
                "type" : "integer"
              },
              "rib-path" : {
                "description" : "Places in the tree, such as Root/Legacy/**: * is one RIB, ** any number of them.",
                "pattern" : "^([^/*]+|\\*\\*?)(/([^/*]+|\\*\\*?))*$",
                "type" : "string"
              },
              "subscribed-while-inactive" : {
                "description" : "An interactor subscribed while it was inactive.",
                "minimum" : 0,
                "type" : "integer"
              },
              "view-gone-still-attached" : {
                "description" : "A view left the screen, but its router is still attached.",
                "minimum" : 0,
                "type" : "integer"
              },
              "warnings" : {
                "description" : "All warnings. Without this limit, any number is allowed.",
                "minimum" : 0,
                "type" : "integer"
              }
            },
            "required" : [
              "rib-path"
            ],
            "type" : "object"
          },
          "type" : [
            "array",
            "null"
          ]
        },
        "subscribed-while-inactive" : {
          "description" : "An interactor subscribed while it was inactive.",
          "minimum" : 0,
          "type" : "integer"
        },
        "view-gone-still-attached" : {
          "description" : "A view left the screen, but its router is still attached.",
          "minimum" : 0,
          "type" : "integer"
        },
        "warnings" : {
          "description" : "All warnings. Without this limit, any number is allowed.",
          "minimum" : 0,
          "type" : "integer"
        }
      },
      "type" : [
        "object",
        "null"
      ]
    },
    "count-growth" : {
      "default" : "allow",
      "description" : "Whether a mistake of the baseline that occurs more often than it did is new (fail) or known (allow).",
      "enum" : [
        "allow",
        "fail"
      ]
    },
    "library-leaks" : {
      "description" : "Leaks that a library makes, which no change of the project mends.",
      "items" : {
        "additionalProperties" : false,
        "dependencies" : {
          "below" : [
            "package"
          ],
          "from" : [
            "package"
          ]
        },
        "if" : {
          "required" : [
            "package"
          ]
        },
        "properties" : {
          "below" : {
            "description" : "The first version that no longer leaks.",
            "pattern" : "^[0-9]+(\\.[0-9]+){0,2}$",
            "type" : [
              "string",
              "number"
            ]
          },
          "description" : {
            "description" : "What the library keeps, and why.",
            "pattern" : "\\S",
            "type" : "string"
          },
          "from" : {
            "description" : "The first version that leaks.",
            "pattern" : "^[0-9]+(\\.[0-9]+){0,2}$",
            "type" : [
              "string",
              "number"
            ]
          },
          "kinds" : {
            "description" : "The kinds of leak it is about. Without it, all.",
            "items" : {
              "enum" : [
                "leaked-router",
                "leaked-interactor",
                "leaked-presenter",
                "leaked-view",
                "leaked-worker",
                "leaked-workflow",
                "leaked-component",
                "leaked-object",
                "growing-objects",
                "view-gone-still-attached"
              ]
            },
            "type" : [
              "array",
              "null"
            ]
          },
          "link" : {
            "description" : "Where to read more.",
            "pattern" : "^https://\\S+$",
            "type" : "string"
          },
          "name" : {
            "description" : "A short name that reports show, such as maps-sdk.",
            "maxLength" : 64,
            "pattern" : "^[^\n\r]*\\S[^\n\r]*$",
            "type" : "string"
          },
          "package" : {
            "description" : "The Swift package whose versions from and below are about.",
            "pattern" : "\\S",
            "type" : "string"
          },
          "retain-path" : {
            "description" : "The edges that keep the object, such as **/AnalyticsClient.observers[*]: * is one edge or part of one, ** any number of them.",
            "pattern" : "^[^/]+(/[^/]+)*$",
            "type" : "string"
          },
          "types" : {
            "description" : "The types that leak. Without it, all.",
            "items" : {
              "pattern" : "\\S",
              "type" : "string"
            },
            "type" : [
              "array",
              "null"
            ]
          }
        },
        "required" : [
          "name",
          "retain-path",
          "description"
        ],
        "then" : {
          "anyOf" : [
            {
              "required" : [
                "from"
              ]
            },
            {
              "required" : [
                "below"
              ]
            }
          ]
        },
        "type" : "object"
      },
      "type" : [
        "array",
        "null"
      ]
    },
    "lint" : {
      "additionalProperties" : false,
      "description" : "How ribleak lint treats mistakes in the sources.",
      "properties" : {
        "exclude" : {
          "description" : "Files to leave out.",
          "items" : {
            "description" : "Files or folders from the working directory, such as Sources/Legacy/** or **/*.generated.swift.",
            "pattern" : "^(?!\\.\\.?(/|$))/?[^/]+(/(?!\\.\\.?(/|$))[^/]+)*/?$",
            "type" : "string"
          },
          "type" : [
            "array",
            "null"
          ]
        },
        "rules" : {
          "additionalProperties" : {
            "enum" : [
              "error",
              "warning",
              "off",
              false
            ]
          },
          "description" : "The severity of rules, by name, where the project changes it.",
          "type" : [
            "object",
            "null"
          ]
        },
        "suppressions" : {
          "description" : "Mistakes in the sources that may stay until a day, for a reason.",
          "items" : {
            "additionalProperties" : false,
            "oneOf" : [
              {
                "required" : [
                  "fingerprint"
                ]
              },
              {
                "required" : [
                  "rule"
                ]
              },
              {
                "not" : {
                  "required" : [
                    "rule"
                  ]
                },
                "required" : [
                  "path"
                ]
              },
              {
                "not" : {
                  "anyOf" : [
                    {
                      "required" : [
                        "rule"
                      ]
                    },
                    {
                      "required" : [
                        "path"
                      ]
                    }
                  ]
                },
                "required" : [
                  "type"
                ]
              }
            ],
            "properties" : {
              "expires" : {
                "description" : "The last day on which it may, in UTC, as YYYY-MM-DD. The day after, the gate fails.",
                "pattern" : "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
                "type" : "string"
              },
              "fingerprint" : {
                "description" : "One mistake, by the 16 digits that report prints. Quote them if no letter is in them.",
                "pattern" : "^[0-9a-f]{16}$",
                "type" : "string"
              },
              "path" : {
                "description" : "Files or folders from the working directory, such as Sources/Legacy/** or **/*.generated.swift.",
                "pattern" : "^(?!\\.\\.?(/|$))/?[^/]+(/(?!\\.\\.?(/|$))[^/]+)*/?$",
                "type" : "string"
              },
              "reason" : {
                "description" : "Why it may stay for now.",
                "pattern" : "\\S",
                "type" : "string"
              },
              "rule" : {
                "description" : "What is wrong, by the name of its rule.",
                "pattern" : "\\S",
                "type" : "string"
              },
              "type" : {
                "description" : "The type that is to blame.",
                "pattern" : "\\S",
                "type" : "string"
              }
            },
            "required" : [
              "reason",
              "expires"
            ],
            "type" : "object"
          },
          "type" : [
            "array",
            "null"
          ]
        }
      },
      "type" : [
        "object",
        "null"
      ]
    },
    "suppressions" : {
      "description" : "Findings that may stay until a day, for a reason.",
      "items" : {
        "additionalProperties" : false,
        "oneOf" : [
          {
            "required" : [
              "fingerprint"
            ]
          },
          {
            "required" : [
              "kind"
            ]
          },
          {
            "not" : {
              "required" : [
                "kind"
              ]
            },
            "required" : [
              "rib-path"
            ]
          },
          {
            "not" : {
              "anyOf" : [
                {
                  "required" : [
                    "kind"
                  ]
                },
                {
                  "required" : [
                    "rib-path"
                  ]
                }
              ]
            },
            "required" : [
              "type"
            ]
          }
        ],
        "properties" : {
          "expires" : {
            "description" : "The last day on which it may, in UTC, as YYYY-MM-DD. The day after, the gate fails.",
            "pattern" : "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            "type" : "string"
          },
          "fingerprint" : {
            "description" : "One mistake, by the 16 digits that report prints. Quote them if no letter is in them.",
            "pattern" : "^[0-9a-f]{16}$",
            "type" : "string"
          },
          "kind" : {
            "description" : "What is wrong, by its name in reports.",
            "enum" : [
              "leaked-router",
              "leaked-interactor",
              "leaked-presenter",
              "leaked-view",
              "leaked-worker",
              "leaked-workflow",
              "leaked-component",
              "leaked-object",
              "growing-objects",
              "fired-while-inactive",
              "view-gone-still-attached",
              "late-deallocation",
              "lifecycle-violation",
              "never-attached",
              "outlived-interactor",
              "subscribed-while-inactive",
              "accumulating-subscriptions"
            ]
          },
          "reason" : {
            "description" : "Why it may stay for now.",
            "pattern" : "\\S",
            "type" : "string"
          },
          "rib-path" : {
            "description" : "Places in the tree, such as Root/Legacy/**: * is one RIB, ** any number of them.",
            "pattern" : "^([^/*]+|\\*\\*?)(/([^/*]+|\\*\\*?))*$",
            "type" : "string"
          },
          "type" : {
            "description" : "The type that is to blame.",
            "pattern" : "\\S",
            "type" : "string"
          }
        },
        "required" : [
          "reason",
          "expires"
        ],
        "type" : "object"
      },
      "type" : [
        "array",
        "null"
      ]
    },
    "version" : {
      "const" : 1,
      "description" : "The version of the settings."
    }
  },
  "title" : "ribleak settings, version 1",
  "type" : "object"
}

"""#
}
