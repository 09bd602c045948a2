import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { BadInput, ExitCode, messageOf } from '../../domain/errors.ts';
import type { NewSite, ScopeKind } from '../../domain/site.ts';
import { flag } from '../../options/option.ts';
import { bareText } from '../../url/credentials.ts';
import { parseUrl } from '../../url/parse.ts';
import type { Log } from '../log.ts';
import { commonOptions, offSwitch, scopeOption } from '../shared-options.ts';
import { verb } from '../verb.ts';
import { whatWasAdded } from './sites-add.ts';

/** Bytes that a compressed file may unfold to: twice what the sitemap protocol allows. */
const LARGEST = 100 * 1024 * 1024;

export const sitesImportVerb = verb({
  name: 'sites import',
  summary: 'add the sites of a file or a sitemap to a crawl, also while it runs',
  options: z.strictObject({
    file: flag(z.string(), {
      value: 'FILE',
      positional: true,
      description: 'CSV with a header, a URL a line, or a sitemap; may be gzipped; - is stdin',
    }),
    scope: scopeOption,
    skipBadLines: offSwitch('go on without the bad lines of the file'),
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
      throw new BadInput(`FILE: ${file} is an address: download it first, or pipe it in and give -`);
    const { decoded, goodSites, readInput } = await import('../sites-file.ts');
    const { parseSites } = await import('../../url/sites-text.ts');
    const text = decoded(unfolded(readInput(file, 'FILE'), file), file);
    const { makeLog } = await import('../log.ts');
    const log = makeLog({ logFormat: 'pretty', quiet: false, verbose: false });
    const sites = /^\s*</.test(text)
      ? await sitesOfSitemap(text, given, log)
      : goodSites(parseSites(text, file, scope), file, skipBadLines, log);
    const { editStore } = await import('../../storage/open.ts');
    const { addSites } = await import('../../storage/sites.ts');
    const done = await editStore(db, (store) => addSites(store, sites, Date.now()));
    process.stdout.write(`${whatWasAdded(done)}\n`);
    return ExitCode.done;
  },
});

interface Given {
  readonly file: string;
  readonly scope: ScopeKind;
  readonly skipBadLines: boolean;
}

function unfolded(content: Buffer, file: string): Buffer {
  const isGzipped = content[0] === 0x1f && content[1] === 0x8b;
  try {
    return isGzipped ? gunzipSync(content, { maxOutputLength: LARGEST }) : content;
  } catch (error) {
    throw new BadInput(`${file}: can't be unzipped: ${messageOf(error)}`);
  }
}

/** A site for each origin that the sitemap names, which starts at the origin's root. @throws BadInput */
async function sitesOfSitemap(text: string, { file, scope, skipBadLines }: Given, log: Log): Promise<NewSite[]> {
  const { sitemapEntries } = await import('../../capture/files/sitemap.ts');
  const { siteFromUrl } = await import('../../url/named-site.ts');
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
    throw new BadInput(`${file} can't be read to its end: ${messageOf(error)}`);
  }
  if (addresses.length === 0) throw new BadInput(`${file} names no site: a sitemap has addresses in <loc>`);
  const origins = new Set<string>();
  for (const address of addresses) {
    const url = parseUrl(address);
    if (url && /^https?:$/.test(url.protocol)) origins.add(url.origin);
    else if (skipBadLines) log.warn(`${file}: skipped: "${bareText(address)}" is no http or https address`);
    else
      throw new BadInput(
        `${file}: "${bareText(address)}" is no http or https address; fix it, or skip it with --skip-bad-lines`,
      );
  }
  return [...origins].map((origin) => siteFromUrl(`${origin}/`, scope));
}
