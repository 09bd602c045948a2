import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { BadInput, ExitCode, messageOf } from '../../../domain/errors.ts';
import { type NewSite, type ScopeKind, scopeKinds, siteKinds } from '../../../domain/site.ts';
import { failureText, limitsText } from '../../../domain/wording.ts';
import { siteOutput } from '../../../export/columns.ts';
import { jsonArray } from '../../../export/jsonl.ts';
import { oneOf, patterns, positive, seconds, wholeNumber } from '../../../options/kinds.ts';
import { type AskedOptions, flag } from '../../../options/option.ts';
import type { Store } from '../../../storage/open.ts';
import type { SiteLimitsChange } from '../../../storage/sites.ts';
import { bareText } from '../../../url/credentials.ts';
import { parseUrl } from '../../../url/parse.ts';
import { commonOptions, offSwitch, scopeOption } from '../../options/shared-options.ts';
import type { Log } from '../../progress/log.ts';
import type { Column } from '../../tables/printed-table.ts';
import { verb } from '../../verb.ts';

export const sitesAddVerb = verb({
  name: 'sites add',
  summary: 'add sites to a crawl, or bring removed ones back',
  options: z.strictObject({
    urls: flag(z.array(z.string()).min(1), {
      value: 'URL',
      positional: true,
      repeatable: true,
      description: 'start page of a site',
    }),
    name: flag(z.string().default(''), { value: 'NAME', description: 'full name of the site; for one URL only' }),
    shortName: flag(z.string().default(''), {
      value: 'NAME',
      description: 'short name, for tables and --site; for one URL only',
    }),
    kind: flag(oneOf(siteKinds).text.default('other'), {
      value: 'KIND',
      description: `kind of site: ${siteKinds.join(', ')}`,
    }),
    scope: scopeOption,
    db: commonOptions.db,
  }),
  examples: [
    'forager sites add https://www.example.edu/ --name "Example University" --short-name EU --kind university',
    'forager sites add https://a.example.edu/ https://b.example.edu/ --db data/mine.sqlite',
  ],
  async run({ urls, name, shortName, kind, scope, db }) {
    if (urls.length > 1 && (name !== '' || shortName !== ''))
      throw new BadInput(`--${name === '' ? 'short-name' : 'name'} needs exactly one URL, not ${urls.length}`);
    const { siteFromUrl } = await import('../../../url/named-site.ts');
    const sites = urls.map((url) => siteFromUrl(url, scope, 'URL', { name, short_name: shortName, kind }));
    return await addTo(db, sites);
  },
});

/** Adds sites to a database, and prints what was added: `2 sites added, 1 brought back, 1 was there already`. */
async function addTo(db: string, sites: readonly NewSite[]): Promise<number> {
  const { editStore } = await import('../../../storage/open.ts');
  const { addSites } = await import('../../../storage/sites.ts');
  const { added, broughtBack, known } = await editStore(db, (store) => addSites(store, sites, Date.now()));
  const parts = [
    `${added} ${added === 1 ? 'site' : 'sites'} added`,
    ...(broughtBack > 0 ? [`${broughtBack} brought back`] : []),
    ...(known > 0 ? [`${known} ${known === 1 ? 'was' : 'were'} there already`] : []),
  ];
  process.stdout.write(`${parts.join(', ')}\n`);
  return ExitCode.done;
}

/** Largest size of an unpacked file, in bytes: twice the limit of the sitemap protocol. */
const LARGEST = 100 * 1024 * 1024;

export const sitesImportVerb = verb({
  name: 'sites import',
  summary: 'add the sites listed in a file or a sitemap to a crawl',
  options: z.strictObject({
    file: flag(z.string(), {
      value: 'FILE',
      positional: true,
      description: 'CSV file, list of URLs, or sitemap, optionally gzipped; - is stdin',
    }),
    scope: scopeOption,
    skipBadLines: offSwitch('skip invalid lines of the file'),
    db: commonOptions.db,
  }),
  examples: [
    'forager sites import data/beebot-mixed.csv --db data/mine.sqlite',
    'forager sites import sitemap.xml.gz',
    'curl -s https://www.example.edu/sitemap.xml | forager sites import -',
  ],
  async run(given) {
    const { file, scope, skipBadLines, db } = given;
    if (/^https?:\/\//i.test(file))
      throw new BadInput(`FILE: ${file} is a URL: download it first, or pipe it to forager sites import -`);
    const { decoded, goodSites, readInput } = await import('../../sites-file.ts');
    const { parseSites } = await import('../../../url/sites-text.ts');
    const text = decoded(unfolded(readInput(file, 'FILE'), file), file);
    const { makeLog } = await import('../../progress/log.ts');
    const log = makeLog({ logFormat: 'pretty', quiet: false, verbose: false });
    const sites = /^\s*</.test(text)
      ? await sitesOfSitemap(text, given, log)
      : goodSites(parseSites(text, file, scope), file, skipBadLines, log);
    return await addTo(db, sites);
  },
});

interface ImportOptions {
  readonly file: string;
  readonly scope: ScopeKind;
  readonly skipBadLines: boolean;
}

function unfolded(content: Buffer, file: string): Buffer {
  const isGzipped = content[0] === 0x1f && content[1] === 0x8b;
  try {
    return isGzipped ? gunzipSync(content, { maxOutputLength: LARGEST }) : content;
  } catch (error) {
    throw new BadInput(`can't unzip ${file}: ${messageOf(error)}`);
  }
}

/** Returns a site for each origin in the sitemap; each starts at the origin's root. @throws BadInput */
async function sitesOfSitemap(
  text: string,
  { file, scope, skipBadLines }: ImportOptions,
  log: Log,
): Promise<NewSite[]> {
  const { sitemapEntries } = await import('../../../capture/files/sitemap.ts');
  const { siteFromUrl } = await import('../../../url/named-site.ts');
  const sitemap = {
    url: 'about:blank',
    contentType: 'text/xml; charset=utf-8',
    bytes: Buffer.from(text),
    isCutOff: false,
  };
  const addresses: string[] = [];
  try {
    for await (const { url } of sitemapEntries(sitemap)) addresses.push(url);
  } catch (error) {
    throw new BadInput(`can't read all of ${file}: ${messageOf(error)}`);
  }
  if (addresses.length === 0) throw new BadInput(`${file} lists no site: a sitemap has addresses in <loc>`);
  const origins = new Set<string>();
  for (const address of addresses) {
    const url = parseUrl(address);
    if (url && /^https?:$/.test(url.protocol)) origins.add(url.origin);
    else if (skipBadLines) log.warn(`${file}: skipped "${bareText(address)}": not an http(s) address`);
    else
      throw new BadInput(
        `${file}: "${bareText(address)}" is not an http(s) address. Fix it, or skip it with --skip-bad-lines`,
      );
  }
  return [...origins].map((origin) => siteFromUrl(`${origin}/`, scope));
}

const siteColumns: readonly Column[] = [
  { head: 'site' },
  { head: 'kind' },
  { head: 'scope' },
  { head: 'status' },
  { head: 'pages', isNumber: true },
  { head: 'internal', isNumber: true },
  { head: 'external', isNumber: true },
  { head: 'bad', isNumber: true },
  { head: 'start page', isUnbroken: true },
];

export const sitesListVerb = verb({
  name: 'sites list',
  summary: 'list the sites of a crawl with their totals',
  options: z.strictObject({
    removed: offSwitch('list removed sites instead'),
    ...commonOptions,
  }),
  examples: ['forager sites list --db data/demo.sqlite', 'forager sites list --removed --json --db data/demo.sqlite'],
  async run({ removed, db, json }) {
    const { readStore } = await import('../../../storage/open.ts');
    const { listSites } = await import('../../../storage/sites.ts');
    const { writeToStdout } = await import('../../../export/write.ts');
    const { printedTable } = await import('../../tables/printed-table.ts');
    const sites = await readStore(db, (store) => listSites(store, { removed }));
    const isFound = sites.some(({ foundOn }) => foundOn !== null);
    const isLimited = sites.some((site) => limitsText(site) !== '');
    const rows = sites.map((row) => [
      ...[row.site, row.kind, row.scope, row.note === '' ? row.status : `${row.status}: ${failureText(row.note)}`],
      ...[row.pages, row.internal, row.external, row.bad, row.url],
      ...(isLimited ? [limitsText(row)] : []),
      ...(isFound ? [row.foundOn] : []),
    ]);
    const shown = [
      ...siteColumns,
      ...(isLimited ? [{ head: 'own limits', isUnbroken: true }] : []),
      ...(isFound ? [{ head: 'found on', isUnbroken: true }] : []),
    ];
    await writeToStdout(json ? jsonArray(sites.map(siteOutput)) : [`${printedTable(shown, rows)}\n`]);
    return ExitCode.done;
  },
});

const siteNames = flag(z.array(z.string()).min(1), {
  value: 'SITE',
  positional: true,
  repeatable: true,
  description: 'short name, start address or host',
});

/** Edits sites of an existing database by their names, each once. */
async function editNamed(
  db: string,
  names: readonly string[],
  edit: (store: Store, sites: readonly number[]) => number,
): Promise<number> {
  const { editStore, existing } = await import('../../../storage/open.ts');
  const { siteNamed } = await import('../../../storage/sites.ts');
  return await editStore(existing(db), (store) =>
    edit(store, [...new Set(names.map((name) => siteNamed(store, name).id))]),
  );
}

export const sitesRmVerb = verb({
  name: 'sites rm',
  summary: 'remove sites from a crawl; their links and pages are kept',
  options: z.strictObject({
    sites: siteNames,
    db: commonOptions.db,
  }),
  examples: ['forager sites rm www.example.edu', 'forager sites rm https://a.example.edu/ EU --db data/mine.sqlite'],
  async run({ sites, db }) {
    const { removeSites } = await import('../../../storage/sites.ts');
    const removed = await editNamed(db, sites, (store, ids) => removeSites(store, ids, Date.now()));
    process.stdout.write(`${removed} ${removed === 1 ? 'site' : 'sites'} removed\n`);
    return ExitCode.done;
  },
});

/** Limits that can be removed again. */
const limits = {
  pageLimit: flag(positive.optional(), {
    value: 'N',
    description: 'visit at most N pages of the site, instead of --site-page-limit; --no-page-limit removes the limit',
  }),
  depth: flag(wholeNumber.min(0, 'must be at least 0').optional(), {
    value: 'N',
    description: 'follow links at most N levels deep, instead of --depth of the crawl',
  }),
  delay: flag(seconds.optional(), {
    value: 'SECONDS',
    description: 'wait between two requests to its hosts, instead of --delay of the crawl',
  }),
  include: flag(patterns.text.optional(), {
    value: 'PATTERN',
    description: 'visit only internal links like this; replaces earlier patterns of the site',
    repeatable: true,
  }),
  exclude: flag(patterns.text.optional(), {
    value: 'PATTERN',
    description: 'skip internal links like this; replaces earlier patterns of the site',
    repeatable: true,
  }),
};

const setOptions = z.strictObject({
  sites: siteNames,
  ...limits,
  scope: flag(oneOf(scopeKinds).text.optional(), {
    value: 'SCOPE',
    description: `what belongs to the site from now on: ${scopeKinds.join(', ')}`,
  }),
  db: commonOptions.db,
});

export const sitesSetVerb = verb({
  name: 'sites set',
  summary: 'set limits for single sites',
  options: setOptions,
  examples: [
    'forager sites set www.example.edu --page-limit 500 --exclude "/calendar/**"',
    'forager sites set EU https://a.example.edu/ --depth 3 --delay 5 --db data/mine.sqlite',
    'forager sites set EU --no-page-limit --no-depth --scope domain --db data/mine.sqlite',
  ],
  takesBack: Object.keys(limits),
  async run({ sites, db, ...given }, { asked }) {
    const change = changeOf(given, asked);
    if (Object.keys(change).length === 0)
      throw new BadInput('nothing to change: give an option, such as --page-limit 500 or --no-page-limit');
    const { limitSites } = await import('../../../storage/sites.ts');
    const changed = await editNamed(db, sites, (store, ids) => limitSites(store, ids, change, Date.now()));
    process.stdout.write(`${changed} ${changed === 1 ? 'site' : 'sites'} changed\n`);
    return ExitCode.done;
  },
});

type SetOptions = Omit<z.infer<typeof setOptions>, 'sites' | 'db'>;

/** Returns the limits to change: undefined, or no patterns, for each limit to remove. */
function changeOf({ include = [], exclude = [], ...given }: SetOptions, asked: AskedOptions): SiteLimitsChange {
  const named = Object.entries({
    pageLimit: undefined,
    depth: undefined,
    delay: undefined,
    ...given,
    include,
    exclude,
  });
  return Object.fromEntries(named.filter(([key]) => key in asked));
}
