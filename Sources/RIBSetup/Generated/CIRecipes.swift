// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBGate/RIBGate.docc/Recipes.md: change that.

/// The jobs of the page about CI.
enum CIRecipes {
    static let github = #"""
name: Leaks
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
  pull-requests: write      # for the comment
  security-events: write    # for the upload to code scanning
jobs:
  leaks:
    runs-on: ubuntu-latest
    container: swift:6.1
    steps:
      - uses: actions/checkout@v4
      - run: swift package resolve
      - uses: ./.build/checkouts/ribleak/.github/actions/ribleak

"""#
    static let gitlab = #"""
include:
  - local: .gitlab/ribleak.yml
leaks:
  extends: .ribleak

"""#
}
