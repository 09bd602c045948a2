/** Source of a page that fetches and lists search results when loaded: /search.json?q= answers [path, title] pairs. */
export const searchScript = `const query = new URLSearchParams(location.search).get('q') ?? '';
document.title = 'Search: ' + query;
fetch('/search.json?q=' + encodeURIComponent(query)).then((response) => response.json()).then((found) => {
  document.getElementById('count').textContent = found.length + ' results for ' + query;
  for (const [path, title] of found) {
    const link = document.createElement('a');
    link.href = path;
    link.textContent = title;
    document.getElementById('results').appendChild(document.createElement('li')).appendChild(link);
  }
});
`;
