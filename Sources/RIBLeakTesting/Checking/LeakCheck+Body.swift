extension LeakCheck {
    /// Checks all of `body`; what it throws ends the check without a verdict.
    static func checked<Result>(
        _ name: String, _ body: () throws -> Result
    ) rethrows -> (result: Result, verdict: LeakVerdict) {
        let check = LeakCheck(name: name)
        do {
            let result = try check.run(body)
            return (result, check.end())
        } catch {
            _ = check.end()
            throw error
        }
    }

    /// As `checked`, for a body that awaits.
    static func checkedAwaiting<Result>(
        _ name: String, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> (result: Result, verdict: LeakVerdict) {
        let check = LeakCheck(name: name)
        do {
            let result = try await check.run(body)
            return (result, await check.endAwaiting())
        } catch {
            _ = await check.endAwaiting()
            throw error
        }
    }
}
