/** Longest pattern; what is longer ends with `…`. */
const LONGEST = 200;
/** Parameter names that a pattern tells apart. */
const MOST_PARAMETERS = 10;

/**
 * What addresses of pages that are made alike have in common: host, first folder, ending, names of the parameters. `*`
 * stands for another name of the path, `**` for several, `N` for numbers: `uni.edu/news/*.html?id&page`.
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

/** The first folder names a part of the site, unless it is a number, a date, an id or a title. */
function folderOf(folder: string): string {
  const isId = /^(?=.*\d)[\da-f-]{8,}$/i.test(folder);
  const isTitle = folder.length > 24 || /[-_].*[-_]/.test(folder);
  const isHome = /^(~|%7e)/i.test(folder);
  return isId || isTitle || isHome ? '*' : numberless(folder.toLowerCase());
}

/** A page's own name makes no difference, its ending does. */
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
