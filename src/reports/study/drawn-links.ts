import { type Html, html } from '../../domain/html.ts';

/** Links between two sites, or from a site to a domain. */
interface Link {
  readonly from: string;
  readonly to: string;
  readonly links: number;
}

const SIZE = 640;
const RADIUS = 210;
/** Maximum number of sites on the circle. */
const MOST_SITES = 40;
/** Maximum length of a name, in characters. */
const NAME = 26;

const shortened = (name: string): string => (name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name);
const at = (value: number): string => value.toFixed(1);

/**
 * Draws the links between sites on a circle; the more links, the wider a line. Limited to the sites with most links.
 */
export function drawnLinks(links: readonly Link[]): Html {
  const weights = new Map<string, number>();
  for (const { from, to, links: count } of links)
    for (const name of [from, to]) weights.set(name, (weights.get(name) ?? 0) + count);
  const names = [...weights]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_SITES)
    .map(([name]) => name)
    .sort();
  const places = new Map(
    names.map((name, place) => {
      const angle = (2 * Math.PI * place) / names.length - Math.PI / 2;
      return [name, { angle, x: Math.cos(angle) * RADIUS, y: Math.sin(angle) * RADIUS }];
    }),
  );
  const most = Math.max(1, ...links.map(({ links: count }) => count));
  const lines = links.flatMap(({ from, to, links: count }) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (!a || !b || from === to) return [];
    const width = 0.5 + (4.5 * Math.log1p(count)) / Math.log1p(most);
    const title = html`<title>${from} to ${to}: ${count}</title>`;
    return html`<path d="M${at(a.x)} ${at(a.y)}Q0 0 ${at(b.x)} ${at(b.y)}" stroke-width="${at(width)}">${title}</path>`;
  });
  const dots = [...places].map(([name, { angle, x, y }]) => {
    const isLeft = Math.cos(angle) < 0;
    const turn = (angle * 180) / Math.PI + (isLeft ? 180 : 0);
    return html`<circle cx="${at(x)}" cy="${at(y)}" r="4"/><text transform="translate(${at(x * 1.05)} ${at(y * 1.05)}) rotate(${at(turn)})" text-anchor="${isLeft ? 'end' : 'start'}" dy=".35em">${shortened(name)}</text>`;
  });
  const half = SIZE / 2;
  return html`<svg viewBox="${-half} ${-half} ${SIZE} ${SIZE}" role="img" aria-label="Links between the sites"><g class="links">${lines}</g><g>${dots}</g></svg>`;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 260, 70, 30];

/** Draws the number of external links found, by the number of visits. */
export function drawnCurve(points: readonly { readonly visits: number; readonly external: number }[]): Html {
  const last = points.at(-1) ?? { visits: 1, external: 1 };
  const x = (visits: number) => LEFT + ((WIDTH - LEFT - 10) * visits) / Math.max(1, last.visits);
  const y = (external: number) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 10) * external) / Math.max(1, last.external);
  const line = points.map(({ visits, external }) => `${at(x(visits))} ${at(y(external))}`).join('L');
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="External links by visits"><path class="axis" d="M${LEFT} 10V${HEIGHT - BOTTOM}H${WIDTH - 10}"/><path class="curve" d="M${at(x(0))} ${at(y(0))}L${line}"/><text x="${LEFT - 6}" y="16" text-anchor="end">${last.external.toLocaleString('en')}</text><text x="${LEFT - 6}" y="${HEIGHT - BOTTOM}" text-anchor="end">0</text><text x="${WIDTH - 10}" y="${HEIGHT - 8}" text-anchor="end">${last.visits.toLocaleString('en')} visits</text></svg>`;
}
