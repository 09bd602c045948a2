import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { scopeKinds } from '../../domain/site.ts';
import { readYaml } from '../../domain/yaml-file.ts';
import { parseUrl } from '../../url/parse.ts';
import { bodies, nouns, places, themes, words } from './page-templates.ts';

/** Target and text of an external link. */
interface Companion {
  readonly url: string;
  readonly anchor: string;
}

const HOSTS = places.length * bodies.length;
/** Coprime to the number of hosts, so that consecutive links have different hosts. */
const STEP = 7;
/** Period of links to the start page of a host without other links. */
const OWN_HOST = 2;

const HOST = new RegExp(`(^|\\.)(${places.join('|')})-(${bodies.join('|')})(-\\d+)?\\.example$`);

/** Tells whether a host, or its domain, may be the target of external links. */
const isCompanionHost = (host: string): boolean => HOST.test(host);

/**
 * Returns the k-th external link of a site. Links of a site are distinct; sites of a web share hosts, as real sites do.
 * Names are in the reserved domain `.example`.
 *
 * @param shift index of the site's first host
 */
export function companion(k: number, shift: number): Companion {
  const turn = Math.floor(k / OWN_HOST / HOSTS);
  const place = (Math.floor(k / OWN_HOST) * STEP + shift) % HOSTS;
  const [where, what] = [words(places, place), words(bodies, Math.floor(place / places.length))];
  if (k % OWN_HOST === 0) {
    const host = turn === 0 ? `www.${where}-${what}.example` : `www.${where}-${what}-${turn}.example`;
    return { url: `http://${host}/`, anchor: `${where} ${what}` };
  }
  const [theme, noun] = [words(themes, k * STEP + shift), words(nouns, k + shift)];
  // Puts most deep links on a few hosts.
  const popular = `${words(places, (place * place) % 11)}-${words(bodies, place % 4)}`;
  return {
    url: `http://www.${popular}.example/${theme}/${noun}-${k}.html`,
    anchor: `${theme}: ${noun} (${where} ${what})`,
  };
}

/** Distribution of a site's external links over its pages; see docs/lab-webs.md. */
const webKinds = ['university', 'institute', 'mixed'] as const;
export type WebKind = (typeof webKinds)[number];

/** Default for the most new external links on one page. */
const MOST: Readonly<Record<WebKind, number>> = { university: 12, institute: 60, mixed: 40 };
/** Placeholder for a site's number in addresses and names of a group. */
const NUMBER = '{n}';

const share = z.number().min(0).max(1);
const count = z.number().int().min(0);
const size = z.number().int().min(1).max(1_000_000);
const links = count.max(1_000_000);
/** Number, or minimum and maximum from which each site of a group draws its own. */
const range = (number: z.ZodNumber) =>
  z.union(
    [number, z.tuple([number, number]).refine(([least, most]) => least <= most, 'the least comes first')],
    'must be a whole number, or a list of the least and the most',
  );

const site = z
  .strictObject({
    count: size.max(10_000).default(1),
    url: z
      .string()
      .refine(isWebAddress, 'must be an absolute http(s) address')
      .refine((url) => !isCompanionHost(hostOf(url)), 'is an address that made-up external links lead to'),
    name: z.string().default(''),
    shortName: z.string().default(''),
    kind: z.enum(webKinds),
    scope: z.enum(scopeKinds).default('host'),
    pages: range(size),
    links: range(links),
    levels: size.max(200).default(5),
    branching: size.default(30),
    most: size.optional(),
    dry: count.default(0),
    decline: z
      .strictObject({ power: z.number().min(0).max(10), after: z.number().positive() })
      .default({ power: 0, after: 100 }),
    templates: z.strictObject({ count: size.max(9).default(4), rich: share.optional() }).default({ count: 4 }),
    pockets: z.strictObject({ hubs: count, share }).default({ hubs: 0, share: 0 }),
    boilerplate: z
      .strictObject({ internal: count.default(8), external: count.default(0) })
      .default({ internal: 8, external: 0 }),
    calendar: z.strictObject({ months: size, days: count.max(28).default(0) }).optional(),
    failures: share.max(0.9).default(0),
    milliseconds: z
      .strictObject({ median: z.number().positive().default(300), spread: z.number().min(0).max(5).default(0.5) })
      .default({ median: 300, spread: 0.5 }),
  })
  .transform((given) => ({ ...given, most: given.most ?? MOST[given.kind] }))
  .superRefine((given, context) => {
    const { boilerplate, most, dry } = given;
    const [least, pages] = [lowest(given.links), lowest(given.pages)];
    if (given.count > 1 && !given.url.includes(NUMBER))
      context.addIssue({ code: 'custom', path: ['url'], message: `sites of a group need ${NUMBER} in it` });
    if (boilerplate.external > least)
      context.addIssue({
        code: 'custom',
        path: ['boilerplate', 'external'],
        message: `${boilerplate.external} links on every page, but ${least} in all`,
      });
    const room = Math.max(0, pages - dry) * most;
    const wanted = highest(given.links) - boilerplate.external;
    if (wanted > room)
      context.addIssue({
        code: 'custom',
        path: ['links'],
        message: `${wanted} links have no room on ${Math.max(0, pages - dry)} pages of at most ${most}`,
      });
  });

const spec = z
  .strictObject({ name: z.string().min(1).optional(), sites: z.array(site).min(1) })
  .superRefine(({ sites }, context) => {
    const seen = new Set<string>();
    for (const [index, group] of sites.entries())
      for (const address of addressesOf(group)) {
        if (seen.has(address))
          context.addIssue({ code: 'custom', path: ['sites', index, 'url'], message: `${address} stands there twice` });
        seen.add(address);
      }
  });

/** Site, or group of sites, of a synthetic web, with defaults; fields are in docs/lab-webs.md. */
export type SiteSpec = z.output<typeof site>;

export interface SyntheticSpec {
  readonly name: string;
  readonly sites: readonly SiteSpec[];
}

/**
 * @param name default name of the web, and prefix of messages
 * @throws BadInput that names the wrong field
 */
export function parseSpec(content: unknown, name: string): SyntheticSpec {
  const parsed = spec.safeParse(content);
  if (parsed.success) return { name: parsed.data.name ?? name, sites: parsed.data.sites };
  const [issue] = parsed.error.issues;
  throw new BadInput(`${name}: ${issue ? complaint(issue) : 'not a spec of a synthetic web'}`);
}

/** @throws BadInput for an unreadable file, neither YAML nor JSON, or an invalid spec: one line that names the place */
export function readSpec(file: string): SyntheticSpec {
  const content = readYaml(file);
  const name = (file.split('/').at(-1) ?? file).replace(/\.(ya?ml|json)$/i, '');
  try {
    return parseSpec(content, name);
  } catch (error) {
    if (error instanceof BadInput) throw new BadInput(`${file}${error.message.slice(name.length)}`);
    throw error;
  }
}

function lowest(range: number | readonly [number, number]): number {
  return typeof range === 'number' ? range : range[0];
}

function highest(range: number | readonly [number, number]): number {
  return typeof range === 'number' ? range : range[1];
}

/** Replaces the placeholder by a site's number, from 1. */
export const numbered = (text: string, number: number): string => text.replaceAll(NUMBER, String(number));

/** Returns the normalized start addresses of a group's sites. */
const addressesOf = ({ url, count }: { readonly url: string; readonly count: number }): string[] =>
  Array.from({ length: count }, (_, index) => parseUrl(numbered(url, index + 1))?.href ?? url);

const hostOf = (text: string): string => parseUrl(numbered(text, 1))?.hostname ?? '';

function isWebAddress(text: string): boolean {
  const url = parseUrl(numbered(text, 1));
  return url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
}

/** Returns `sites[2].pages: message`. */
function complaint({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  const place = path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`),
    '',
  );
  return `${place && `${place}: `}${message.replace(/\s*\n\s*/g, ' ')}`;
}
