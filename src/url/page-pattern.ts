/** Maximum length of a pattern; longer ones are cut and end with `…`. */
const LONGEST = 200;
/** Maximum number of parameter names in a pattern. */
const MOST_PARAMETERS = 10;

/**
 * Returns the common pattern of similar pages: host, first folder, ending, parameter names. `*` stands for a name,
 * `**` for several, `N` for numbers: `uni.edu/news/*.html?id&page`.
 */
export function patternOf({ host, pathname, search }: URL): string {
  const segments = pathname.slice(1).split('/');
  const page = segments.pop() ?? '';
  const [first] = segments;
  const folder = first === undefined ? '' : `/${folderOf(first)}`;
  const others = segments.length < 2 ? '' : segments.length === 2 ? '/*' : '/**';
  const path = `${host}${folder}${others}/${pageOf(page)}`;
  const pattern = search.length > 1 ? `${path}?${parametersOf(search).join('&')}` : path;
  return pattern.length > LONGEST ? `${pattern.slice(0, LONGEST)}…` : pattern;
}

/** Returns the first folder, which names a part of the site, or `*` for an id, a title or a home directory. */
function folderOf(folder: string): string {
  const isId = /^(?=.*\d)[\da-f-]{8,}$/i.test(folder);
  const isTitle = folder.length > 24 || /[-_].*[-_]/.test(folder);
  const isHome = /^(~|%7e)/i.test(folder);
  return isId || isTitle || isHome ? '*' : numberless(folder.toLowerCase());
}

/** Replaces a page's name by `*` and keeps the ending. */
function pageOf(page: string): string {
  if (page === '') return '';
  const ending = /\.([a-z][a-z\d]{0,7})$/i.exec(page)?.[1];
  return ending === undefined ? '*' : `*.${ending.toLowerCase()}`;
}

function parametersOf(search: string): readonly string[] {
  const names = search
    .slice(1)
    .split(/[&;]/)
    .map((parameter) => numberless((parameter.split('=', 1)[0] ?? '').toLowerCase()));
  return [...new Set(names)].sort().slice(0, MOST_PARAMETERS);
}

const numberless = (text: string): string => text.replace(/\d+/g, 'N');
