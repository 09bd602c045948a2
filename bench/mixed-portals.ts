import type { Portal, PortalRequest } from '../src/demo/portal.ts';

/** Templates of each site: seven with links in their markup, three whose links need a browser. */
const STATIC = ['news', 'people', 'courses', 'library', 'groups', 'events', 'pages'] as const;
const SCRIPTED = ['projects', 'labs', 'app'] as const;
type Template = (typeof STATIC)[number] | (typeof SCRIPTED)[number];

/** Links to other pages and to other sites on an ordinary page. */
const RELATED = 12;
const OUTSIDE = 4;
/** Pages per list. */
const LISTED = 40;

/**
 * Sites of ten templates, 70 % of them static, for the benchmark `adaptive`. Static ones have no scripts (news, people,
 * library) or scripts that write no links (courses, groups, events, pages). Of the others one writes links by script,
 * on two pages of three, which their markup does not show; one makes a frame by script, and one is an application whose
 * pages are routes.
 *
 * @param pages of each site
 * @param staticShare share of pages of static templates, from 0 to 1
 */
export function mixedPortals(sites: number, pages: number, staticShare: number): Portal[] {
  const ofStatic = Math.round((pages * staticShare) / STATIC.length);
  const ofScripted = Math.round((pages * (1 - staticShare)) / SCRIPTED.length);
  const counts = Object.fromEntries([
    ...STATIC.map((template) => [template, ofStatic]),
    ...SCRIPTED.map((template) => [template, ofScripted]),
  ]);
  return Array.from({ length: sites }, (_, index) => mixedPortal(`site-${index}.mixed.test`, counts));
}

function mixedPortal(host: string, counts: Readonly<Record<string, number>>): Portal {
  const about = { name: host, shortName: host, host, kind: 'university', start: `http://${host}/` } as const;
  const pages = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...about, pages, externals: 0, answer: (request) => answer(request, host, counts) };
}

function answer({ path }: PortalRequest, host: string, counts: Readonly<Record<string, number>>) {
  if (path === '/site.js') return text('javascript', LIBRARY);
  if (path === '/site.css') return text('css', STYLES);
  const [, section = '', name = ''] = path.split('?', 1)[0]?.split('/') ?? [];
  const number = Number(/\d+(?!.*\d)/.exec(name)?.[0] ?? 0);
  if (section === '') return html(host, 'Home', links([...STATIC, ...SCRIPTED].map((one) => `/${one}/`)));
  if (section === 'panels')
    return text('html', `<!doctype html><title>Panel</title>${outside(host, `panel-${number}`)}`);
  if (section === 'reports') return html(host, `Report ${number}`, outside(host, `report-${number}`));
  const template = [...STATIC, ...SCRIPTED].find((one) => one === section);
  const count = counts[section];
  if (template === undefined || count === undefined) return undefined;
  if (template === 'app') return text('html', application(host, count));
  if (name === '') return list(host, template, count, Number(/from=(\d+)/.exec(path)?.[1] ?? 0));
  return number < count ? html(host, `${template} ${number}`, body(host, template, number, count)) : undefined;
}

const addressOf = (template: Template, number: number): string =>
  template === 'events' ? `/events/2024-${number}` : `/${template}/${number}${template === 'library' ? '.html' : ''}`;

/** Part of the list of a template's pages, and a link to the next part. */
function list(host: string, template: Template, count: number, from: number) {
  const here = Array.from({ length: Math.min(LISTED, count - from) }, (_, index) => addressOf(template, from + index));
  const next = from + LISTED < count ? [`/${template}/?from=${from + LISTED}`] : [];
  return html(host, `List of ${template}`, links([...here, ...next]));
}

function body(host: string, template: Template, number: number, count: number): string {
  const related = Array.from({ length: RELATED }, (_, index) => addressOf(template, (number * 7 + index * 13) % count));
  const own = `${prose(number)}${links(related)}${outside(host, `${template}-${number}`)}`;
  switch (template) {
    case 'news':
    case 'people':
    case 'library':
    case 'app':
      return own;
    case 'courses':
      return `${own}${SITE_SCRIPT}<script>var course = ${number}; site.count("course", course)</script>`;
    case 'groups':
      return `${own}${SITE_SCRIPT}<p onclick="this.hidden = true">Hide</p><noscript><img src="/pixel.gif"></noscript>`;
    case 'events':
      return `${own}${SITE_SCRIPT}<script>site.sort(document.querySelector("ul"))</script>`;
    case 'pages':
      return `${own}${SITE_SCRIPT}<div id="clock"></div><script>site.clock("clock")</script>`;
    case 'projects':
      return `${own}${SITE_SCRIPT}<div id="results"></div><script>site.results("results", ${number})</script>`;
    case 'labs':
      return `${own}${SITE_SCRIPT}<div id="panel"></div><script>site.panel("panel", ${number})</script>`;
  }
}

const html = (host: string, title: string, content: string) =>
  text(
    'html',
    `<!doctype html><html lang="en"><head><title>${title}</title><link rel="stylesheet" href="/site.css"></head><body>
<h1>${title} of ${host}</h1>${links(['/', ...[...STATIC, ...SCRIPTED].map((one) => `/${one}/`)])}${content}</body></html>`,
  );

const links = (addresses: readonly string[]): string =>
  `<ul>${addresses.map((address) => `<li><a href="${address}">To ${address}</a></li>`).join('')}</ul>`;

/** Links unique to this page of the site. */
const outside = (host: string, page: string): string =>
  links(Array.from({ length: OUTSIDE }, (_, index) => `http://partner-${index}.test/${host}/${page}`));

const SENTENCE = 'The department studies the rocks of the region and teaches students of all years. ';
const prose = (number: number): string =>
  Array.from({ length: 12 + (number % 9) }, (_, index) => `<p>${SENTENCE.repeat(4 + (index % 3))}</p>`).join('');

const SITE_SCRIPT = '<script src="/site.js"></script>';

/** Routes are drawn when the address's fragment changes. */
const application = (host: string, count: number): string =>
  `<!doctype html><title>Catalogue</title><div id="root"></div>${SITE_SCRIPT}
<script>site.application("root", "${host}", ${count})</script>`;

/** A script of a library's usual length, mostly unused by a page. */
const LIBRARY = `
const site = {
  add(id, addresses) {
    const list = document.createElement("ul");
    for (const address of addresses) {
      const link = list.appendChild(document.createElement("li")).appendChild(document.createElement("a"));
      link.href = address;
      link.textContent = address;
    }
    document.getElementById(id).replaceChildren(list);
  },
  count(kind, number) { document.documentElement.dataset.seen = kind + number; },
  sort(list) { [...list.children].reverse().forEach((item) => list.append(item)); },
  clock(id) { document.getElementById(id).textContent = new Date().toDateString(); },
  results(id, number) {
    if (number % 3 > 0) site.add(id, ["/reports/" + number % 10, "http://results.test/" + location.host + "/" + number]);
  },
  panel(id, number) {
    const frame = document.createElement("iframe");
    frame.src = "/panels/" + number % 10;
    document.getElementById(id).append(frame);
  },
  application(id, host, count) {
    const draw = () => {
      const number = Number(location.hash.split("/")[2] || 0);
      const others = Array.from({ length: 8 }, (_, index) => "#/item/" + ((number * 3 + index + 1) % count));
      site.add(id, [...others, "http://catalogue.test/" + host + "/" + number]);
    };
    addEventListener("hashchange", draw);
    draw();
  },
};
${Array.from({ length: 900 }, (_, index) => `function part${index}(value) { return value === ${index} ? [value, "part ${index}"] : null; }`).join('\n')}
`;

const STYLES = Array.from({ length: 400 }, (_, index) => `.part-${index} > li { margin: ${index % 7}px }`).join('\n');

const text = (type: string, content: string) => ({
  status: 200,
  headers: { 'content-type': `text/${type}; charset=utf-8` },
  body: content,
});
