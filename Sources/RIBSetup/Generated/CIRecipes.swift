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
  security-events: write    # for the upload to code scanning
jobs:
  leaks:
    runs-on: ubuntu-latest
    container: swift:6.1
    steps:
      - uses: actions/checkout@v4
      - run: apt-get update && apt-get install -y libunwind8 libsqlite3-dev
      - id: tests
        run: swift test
        continue-on-error: true
      - run: swift build --product ribleak
      - run: .build/debug/ribleak report --format github --output sarif:leaks.sarif --output html:leaks.html
      - uses: github/codeql-action/upload-sarif@v3
        with:
          sarif_file: leaks.sarif
      - uses: actions/upload-artifact@v4
        with:
          name: leaks
          path: leaks.html
      - run: .build/debug/ribleak gate
      - if: steps.tests.outcome == 'failure'
        run: exit 1

"""#
    static let gitlab = #"""
leaks:
  image: swift:6.1
  before_script:
    - apt-get update && apt-get install -y libunwind8 libsqlite3-dev
  script:
    - swift test || failed=1
    - swift build --product ribleak
    - .build/debug/ribleak report --output gitlab:leaks.json --output junit:leaks.xml --output html:leaks.html
    - .build/debug/ribleak gate
    - test -z "$failed"
  artifacts:
    when: always
    paths: [leaks.html]
    reports:
      codequality: leaks.json
      junit: leaks.xml

"""#
}
