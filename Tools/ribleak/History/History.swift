import ArgumentParser

/// `ribleak history`: what was found over time.
struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows since when each mistake is there, over the runs that were imported.",
        discussion: """
            The history is an SQLite file: --database, RIBLEAK_HISTORY, or .ribleak/history.sqlite. \
            Keep it where CI keeps what outlives a job.
            """,
        subcommands: [HistoryShow.self, HistoryImport.self], defaultSubcommand: HistoryShow.self)
}
