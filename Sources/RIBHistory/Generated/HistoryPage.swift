// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBHistory/Assets/history.html: change that.

/// The frame of a history; a part goes where its name stands in braces.
enum HistoryPage {
    static let text = #"""
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src {{styles}}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{title}}</title>
<style>{{base-style}}</style>
<style>{{style}}</style>
</head>
<body>
<header class="head">
<h1 class="verdict">{{title}}</h1>
{{head}}
</header>
<main>
{{body}}
</main>
</body>
</html>

"""#
}
