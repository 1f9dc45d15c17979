// SPDX-License-Identifier: Apache-2.0

extension EventFields {
    package struct SupertypeDefined: PackedFields {
        package let type: Packed<StringID>
        package let supertype: Packed<StringID>

        package func list(in fields: inout FieldList) {
            fields.add("type", type)
            fields.add("supertype", supertype)
        }

        package var event: TraceEvent? { .supertypeDefined(supertype.value, of: type.value) }
    }

    package struct StackContinued: PackedFields {
        package let stack: Packed<StackID>
        package let outer: Packed<StackID>

        package func list(in fields: inout FieldList) {
            fields.add("stack", stack)
            fields.add("outer", outer)
        }

        package var event: TraceEvent? { .stackContinued(stack.value, by: outer.value) }
    }

    package struct ObjectCreated: PackedFields {
        package let object: Packed<ObjectID>
        package let kind: Choice<ObjectKind>
        package let type: Packed<StringID>
        package let stack: Packed<StackID>

        package func list(in fields: inout FieldList) {
            fields.add("object", object)
            fields.add("kind", kind)
            fields.add("type", type)
            fields.add("stack", stack)
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.kind) }

        package var event: TraceEvent? {
            kind.value.map {
                .objectCreated(object.value, $0, type: type.value, stack: stack.value)
            }
        }
    }

    package struct ObjectDestroyed: PackedFields {
        package let object: Packed<ObjectID>

        package func list(in fields: inout FieldList) {
            fields.add("object", object)
        }

        package var event: TraceEvent? { .objectDestroyed(object.value) }
    }

    package struct Owned: PackedFields {
        package let object: Packed<ObjectID>
        package let owner: Packed<ObjectID>

        package func list(in fields: inout FieldList) {
            fields.add("object", object)
            fields.add("owner", owner)
        }

        package var event: TraceEvent? { .owned(object.value, by: owner.value) }
    }

    package struct Launched: PackedFields {
        package let router: Packed<ObjectID>
        package let stack: Packed<StackID>

        package func list(in fields: inout FieldList) {
            fields.add("router", router)
            fields.add("stack", stack)
        }

        package var event: TraceEvent? { .launched(router: router.value, stack: stack.value) }
    }

    package struct Attached: PackedFields {
        package let child: Packed<ObjectID>
        package let parent: Packed<ObjectID>
        package let stack: Packed<StackID>

        package func list(in fields: inout FieldList) {
            fields.add("child", child)
            fields.add("parent", parent)
            fields.add("stack", stack)
        }

        package var event: TraceEvent? {
            .attached(child: child.value, parent: parent.value, stack: stack.value)
        }
    }

    package struct Detached: PackedFields {
        package let child: Packed<ObjectID>
        package let parent: Packed<ObjectID>
        package let stack: Packed<StackID>

        package func list(in fields: inout FieldList) {
            fields.add("child", child)
            fields.add("parent", parent)
            fields.add("stack", stack)
        }

        package var event: TraceEvent? {
            .detached(child: child.value, parent: parent.value, stack: stack.value)
        }
    }

    package struct Loaded: PackedFields {
        package let router: Packed<ObjectID>

        package func list(in fields: inout FieldList) {
            fields.add("router", router)
        }

        package var event: TraceEvent? { .loaded(router: router.value) }
    }

    package struct Activated: PackedFields {
        package let interactor: Packed<ObjectID>

        package func list(in fields: inout FieldList) {
            fields.add("interactor", interactor)
        }

        package var event: TraceEvent? { .activated(interactor: interactor.value) }
    }

    package struct Deactivated: PackedFields {
        package let interactor: Packed<ObjectID>

        package func list(in fields: inout FieldList) {
            fields.add("interactor", interactor)
        }

        package var event: TraceEvent? { .deactivated(interactor: interactor.value) }
    }

    package struct ViewAppeared: PackedFields {
        package let view: Packed<ObjectID>

        package func list(in fields: inout FieldList) {
            fields.add("view", view)
        }

        package var event: TraceEvent? { .viewAppeared(view.value) }
    }

    package struct ViewLeft: PackedFields {
        package let view: Packed<ObjectID>
        package let stack: Packed<StackID>
        package let scope: Packed<ScopeID>

        package func list(in fields: inout FieldList) {
            fields.add("view", view)
            fields.add("stack", stack)
            fields.add("scope", scope)
        }

        package var event: TraceEvent? {
            .viewLeft(view.value, scope: scope.value, stack: stack.value)
        }
    }

    package struct LifecycleViolated: PackedFields {
        package let object: Packed<ObjectID>
        package let violation: Choice<LifecycleViolation>
        package let other: Packed<ObjectID>
        package let stack: Packed<StackID>
        package let scope: Packed<ScopeID>

        package func list(in fields: inout FieldList) {
            fields.add("object", object)
            fields.add("violation", violation)
            fields.add("other", other)
            fields.add("stack", stack)
            fields.add("scope", scope)
        }

        package static var choice: FieldChoice? { FieldChoice(\Self.violation) }

        package var event: TraceEvent? {
            violation.value.map {
                .lifecycleViolated(
                    $0, object.value, other: other.value, scope: scope.value, stack: stack.value)
            }
        }
    }

    package struct WorkerStarted: PackedFields {
        package let worker: Packed<ObjectID>
        package let interactor: Packed<ObjectID>

        package func list(in fields: inout FieldList) {
            fields.add("worker", worker)
            fields.add("interactor", interactor)
        }

        package var event: TraceEvent? { .workerStarted(worker.value, by: interactor.value) }
    }

    package struct WorkerStopped: PackedFields {
        package let worker: Packed<ObjectID>

        package func list(in fields: inout FieldList) {
            fields.add("worker", worker)
        }

        package var event: TraceEvent? { .workerStopped(worker.value) }
    }

    package struct Placed: PackedFields {
        package let object: Packed<ObjectID>
        package let ribPath: Packed<StringID>

        package func list(in fields: inout FieldList) {
            fields.add("object", object)
            fields.add("rib_path", ribPath)
        }

        package var event: TraceEvent? { .placed(object.value, ribPath: ribPath.value) }
    }

    package struct Asserted: PackedFields {
        package let object: Packed<ObjectID>

        package func list(in fields: inout FieldList) { fields.add("object", object) }

        package var event: TraceEvent? { .asserted(object.value) }
    }
}
