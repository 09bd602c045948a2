import { useState } from 'preact/hooks';
import { scopeKinds } from '../../../domain/site.ts';
import { limitsText } from '../../../domain/wording.ts';
import type { SiteChange, SiteDetail, SiteRow, TreeNode } from '../../pages/sites.ts';
import { Crawled, CrawledLink, visible } from '../kit/crawled-text.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Form, limitOf, linesOf, NumberField, Select, Trouble, textOf, useSending } from '../kit/form.tsx';
import { count, counted, date, figure, siteStatus } from '../kit/format.ts';
import { useAnswer, withQuery } from '../kit/request.ts';
import { hrefOf } from '../kit/router.ts';
import { Scroller } from '../kit/short-table.tsx';

/** Export formats offered here; the list of links has all. */
const FORMATS = ['csv', 'xlsx'];

interface SiteDetailProps {
  readonly site: SiteRow;
  readonly onRemove: (site: SiteRow) => void;
  readonly onRestore: (site: SiteRow) => void;
  /** Called after a change of the site's limits. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Details of a site: status, limits, folders, robots.txt and skipped traps. */
export function SiteDetailDialog({ site, onRemove, onRestore, onChanged, onClose }: SiteDetailProps) {
  const { value, error } = useAnswer<SiteDetail>(`/api/sites/${site.id}`);
  const kinds = [
    ['external', counted(site.external, 'external', 'external')],
    ['internal', counted(site.internal, 'internal', 'internal')],
    ['bad', counted(site.bad, 'bad', 'bad')],
    ['resource', counted(site.resources, 'resource')],
  ] as const;
  return (
    <Dialog title={visible(site.name)} onClose={onClose}>
      <div class="stack detail">
        <p>
          <CrawledLink url={site.url} />
          <br />
          {site.removed === null ? siteStatus(site.status) : `removed on ${date(site.removed)}`}
          {site.note !== '' && <Crawled text={`: ${site.note}`} />}; {site.kind}, scope {site.scope}; reward{' '}
          {figure(site.reward)} in {counted(site.pages + site.failed, 'visit')}
        </p>
        <p class="row">
          <span>Links:</span>
          {kinds.map(([kind, links]) => (
            <a key={kind} href={hrefOf('links', [kind], { site: site.site })}>
              {links}
            </a>
          ))}
        </p>
        <SiteLimits site={site} onDone={onChanged} />
        <section>
          <h3>Folders</h3>
          <SiteTree site={site.id} name={site.site} prefix="" />
        </section>
        {error !== '' && <p class="trouble">{error}</p>}
        {value && value.traps.length > 0 && (
          <section>
            <h3>Skipped traps</h3>
            <ul>
              {value.traps.map(({ kind, pattern, links, example }) => (
                <li key={`${kind} ${pattern}`}>
                  {kind}: <Crawled text={pattern} />, {counted(links, 'link')}, such as <CrawledLink url={example} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {value && (
          <section>
            <h3>robots.txt</h3>
            {value.robots === null && <p class="dim">Not requested yet.</p>}
            {value.robots?.body === '' && <p class="dim">There is none: all pages may be visited.</p>}
            {value.robots && value.robots.body !== '' && (
              <>
                <p class="dim">Read {date(value.robots.fetchedAt)}.</p>
                <Scroller label="robots.txt">
                  <pre>{value.robots.body}</pre>
                </Scroller>
              </>
            )}
          </section>
        )}
        <div class="row">
          <span>Export external links:</span>
          {FORMATS.map((format) => (
            <a key={format} href={withQuery('/api/links/external/export', { site: site.site, format })} download>
              {format}
            </a>
          ))}
          {site.removed === null ? (
            <button type="button" class="danger" onClick={() => onRemove(site)}>
              Remove from the crawl
            </button>
          ) : (
            <button type="button" onClick={() => onRestore(site)}>
              Restore
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const SECOND = 1000;

const numbers = [
  ['pageLimit', 'Pages'],
  ['depth', 'Deepest level'],
  ['delay', 'Seconds between requests'],
] as const;

const patterns = [
  ['include', 'Include: only links like these, one pattern per line'],
  ['exclude', 'Exclude: no links like these'],
] as const;

interface SiteLimitsProps {
  readonly site: SiteRow;
  readonly onDone: () => void;
}

/** Form for a site's limits and scope, which can be changed at any time. */
function SiteLimits({ site, onDone }: SiteLimitsProps) {
  const [texts, setTexts] = useState(() => ({
    pageLimit: textOf(site.pageLimit),
    depth: textOf(site.depth),
    delay: textOf(site.delay, SECOND),
    include: site.include.join('\n'),
    exclude: site.exclude.join('\n'),
  }));
  const [scope, setScope] = useState(site.scope);
  const done = `Limits of ${site.site} changed`;
  const { trouble, isSending, run } = useSending(`/api/sites/${site.id}`, done, onDone, 'PATCH');
  const change = (): SiteChange => ({
    pageLimit: limitOf(texts.pageLimit),
    depth: limitOf(texts.depth),
    delay: limitOf(texts.delay, SECOND),
    include: linesOf(texts.include),
    exclude: linesOf(texts.exclude),
    // Omits an unchanged scope, which would rank all links again.
    ...(scope !== site.scope && { scope }),
  });
  return (
    <details>
      <summary>Limits and scope: {limitsText(site) || 'those of the crawl'}</summary>
      <Form onSend={() => run(change())}>
        <p class="dim">
          They take effect immediately, also in a running crawl, and replace the limits of the crawl. Patterns apply in
          addition.
        </p>
        <div class="row">
          {numbers.map(([name, label]) => (
            <NumberField
              key={name}
              label={label}
              text={texts[name]}
              usual="as the crawl"
              onType={(text) => setTexts({ ...texts, [name]: text })}
            />
          ))}
          <Select label="Scope" value={scope} options={scopeKinds} onChoose={setScope} />
        </div>
        <div class="columns">
          {patterns.map(([name, label]) => (
            <label key={name}>
              {label}
              <textarea
                rows={3}
                spellcheck={false}
                placeholder="/calendar/**"
                value={texts[name]}
                onInput={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
              />
            </label>
          ))}
        </div>
        <Trouble text={trouble} />
        <div class="row">
          <button type="submit" class="primary" disabled={isSending}>
            Change
          </button>
        </div>
      </Form>
    </details>
  );
}

/** Nodes of a folder shown, at most. */
const MOST = 200;

interface TreeProps {
  readonly site: number;
  /** Short name of the site. */
  readonly name: string;
  readonly prefix: string;
}

/** Tree of a site's folders with numbers of links; folders are loaded when opened. */
function SiteTree({ site, name, prefix }: TreeProps) {
  const { value, error } = useAnswer<readonly TreeNode[]>(`/api/sites/${site}/tree?${new URLSearchParams({ prefix })}`);
  if (error !== '') return <p class="trouble">{error}</p>;
  if (!value) return <p class="dim">Loading…</p>;
  return (
    <ul class="tree">
      {value.slice(0, MOST).map((node) => (
        <Node key={node.name} site={site} name={name} node={node} />
      ))}
      {value.length > MOST && <li class="dim">and {count(value.length - MOST)} more</li>}
    </ul>
  );
}

function Node({ site, name, node }: Omit<TreeProps, 'prefix'> & { readonly node: TreeNode }) {
  const [isOpen, setOpen] = useState(false);
  const { links, visited, waiting, failed } = node;
  const counts = (
    <span class="dim">
      {' '}
      {counted(links, 'link')}, {count(visited)} visited{waiting > 0 && `, ${count(waiting)} waiting`}
      {failed > 0 && `, ${count(failed)} failed`}
    </span>
  );
  if (node.prefix === null)
    return (
      <li>
        <Crawled text={node.name} most={120} />
        {counts}
      </li>
    );
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Crawled text={node.name} most={120} />
          {counts}
        </summary>
        {isOpen && (
          <>
            <a href={hrefOf('links', ['internal'], { site: name, url: node.prefix })}>List these links</a>
            <SiteTree site={site} name={name} prefix={node.prefix} />
          </>
        )}
      </details>
    </li>
  );
}
