// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBGate/RIBGate.docc/Recipes.md and Tools/ci/gitlab.yml: change these.

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
# A job for GitLab CI: runs the tests, fails on leaks that are not in the baseline, and shows them in the
# merge request. Copy it to .gitlab/leaks.yml in your repository, and add to .gitlab-ci.yml:
#
#   include: /.gitlab/leaks.yml
#
# A comment is written where the variable RIBLEAK_GITLAB_TOKEN has an access token with the scope api.
leaks:
  image: swift:6.1
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  variables:
    # What runs the tests; empty if they have run.
    RIBLEAK_TESTS: swift test
    # What proves fixes of new leaks, such as swift test; empty for no fixes.
    RIBLEAK_FIX: ""
    # The folder of the package.
    RIBLEAK_FOLDER: .
  script:
    - cd "$RIBLEAK_FOLDER"
    - swift package resolve
    - code=0; .build/checkouts/ribleak/Tools/ci/gate || code=$?
    - .build/checkouts/ribleak/Tools/ci/comment leaks/comment.md
    - exit "$code"
  artifacts:
    when: always
    paths:
      - $RIBLEAK_FOLDER/leaks/leaks.html
      - $RIBLEAK_FOLDER/leaks/leaks.patch
    reports:
      codequality: $RIBLEAK_FOLDER/leaks/leaks.json
      junit: $RIBLEAK_FOLDER/leaks/leaks.xml

"""#
}
