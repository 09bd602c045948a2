import { escapeHtml } from '../../domain/html.ts';

/** Returns the document of a client-rendered application: an empty root and `/app.js`. */
export function appShell(site: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(site)}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<div id="app">Loading ...</div>
<noscript>This site needs JavaScript.</noscript>
<script src="/app.js" defer></script>
</body>
</html>
`;
}
