// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/page.html: change that.

/// The frame of a page; a part goes where its name stands in braces.
enum HTMLPage {
    static let text = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{title}}</title>
<style>{{base-style}}</style>
<style>{{style}}</style>
</head>
<body>
<a class="skip" href="#views">Skip to the findings</a>
<header class="head">
{{omissions}}
{{head}}
</header>
<main id="views">
<section id="plain" aria-label="Findings">
{{plain-findings}}
</section>
{{unowned}}
</main>
<p id="said" class="unseen" role="status"></p>
{{data}}
<script>{{script}}</script>
</body>
</html>
"""#
}
