import Database from 'better-sqlite3';
import { linkStatuses } from '../../src/domain/link.ts';
import { TIER } from '../../src/domain/rank.ts';

const status = (name: (typeof linkStatuses)[number]): number => linkStatuses.indexOf(name);

const isKept = (kind: number): string =>
  `not exists (select 1 from deletions d where d.kind = ${kind} and d.link = l.id)`;

/** A revisited page: its links may have changed. */
const isChecked = (page: string): string =>
  `exists (select 1 from page_versions v where v.page = ${page} and v.last_seen > (select min(f.at) from page_versions f where f.page = v.page))`;

const isRedirectTarget = (link: string): string =>
  `exists (select 1 from aliases a where a.link = ${link} and a.kind in ('redirect', 'spelling'))`;

/** A guess that was read before a page confirmed it: it keeps its level, as others have theirs from it. */
const wasGuess = (link: string): string =>
  `(${link}.status in (${status('visited')}, ${status('redirected')})
    and (select p.level from internal_links p where p.id = ${link}.source) >= ${link}.level)`;

const hasEdge = (kind: number): string =>
  `exists (select 1 from page_links e where e.kind = ${kind} and e.target = l.id)`;

/** Invariants of a crawl's database at any moment, also after a kill: each query finds the rows that break one. */
const broken: Readonly<Record<string, string>> = {
  'each internal link is found by one identity of its site': `
    select l.id from internal_links l left join
      (select site, link, count(*) as identities from internal_link_identities group by site, link) i
      on i.site = l.site and i.link = l.id where i.identities is not 1
    union all select i.link from internal_link_identities i where not exists (select 1 from internal_links l where l.id = i.link)`,
  "a site's totals are those of its rows": `
    select s.id from seeds s where s.pages <> (select count(*) from visits v where v.site = s.id and v.outcome = 'page')
      or s.failed <> (select count(*) from visits v where v.site = s.id and v.outcome <> 'page')
      or s.internal <> (select count(*) from internal_links l where l.site = s.id and ${isKept(0)})
      or s.external <> (select count(*) from external_links l where l.site = s.id and ${isKept(1)})
      or s.bad <> (select count(*) from bad_links l where l.site = s.id and ${isKept(2)})
      or s.resources <> (select count(*) from resources l where l.site = s.id and ${isKept(3)})
      or abs(s.reward_sum - (select coalesce(sum(v.reward), 0) from visits v where v.site = s.id)) > 1e-9
      or s.reward_max <> (select coalesce(max(v.reward), 0) from visits v where v.site = s.id)
      or s.milliseconds <> (select coalesce(sum(v.milliseconds), 0) from visits v where v.site = s.id)`,
  'no link is visited twice, but those that failed':
    "select link from visits group by link having count(*) - sum(outcome = 'failed') > 1",
  'no page is read twice': 'select page from visits where page is not null group by page having count(*) > 1',
  'a visited link is one whose page was read': `
    select l.id from internal_links l where (l.status = ${status('visited')}) 
        <> (exists (select 1 from visits v where v.page = l.id) or exists (select 1 from page_versions v where v.page = l.id))`,
  'a link that waits and is not deleted is in the queue, at its rank, and no other is': `
    select l.id from internal_links l left join queue q on q.link = l.id left join queue_groups g on g.id = q.queue_group
      where (l.status = ${status('waiting')} and ${isKept(0)}) <> (q.link is not null)
        or (q.link is not null and (q.rank <> l.rank or l.queue_group is not g.id or g.site <> l.site
          or g.tier <> l.tier or (g.name = '' and g.value <> 0)))`,
  'a group tells how many links wait in it': `
    select g.id from queue_groups g where g.waiting <> (select count(*) from queue q where q.queue_group = g.id)`,
  'a link that comes back has a group to come back to': `
    select l.id from internal_links l left join queue_groups g on g.id = l.queue_group
      where l.status in (${status('waiting')}, ${status('claimed')}) and g.id is null`,
  'a link that is claimed has a lease, and no other has': `
    select l.id from internal_links l left join leases e on e.link = l.id
      where (l.status = ${status('claimed')}) <> (e.link is not null)`,
  'a failed link has a visit that says why': `
    select l.id from internal_links l where l.status = ${status('failed')} 
      and l.id not in (select link from crashes where crashes >= 25)
      and not exists (select 1 from visits v where v.link = l.id and v.outcome in ('failed', 'left-site') and v.reason <> '')`,
  'no way to a link is shorter than its level': `
    select t.id from page_links e join internal_links p on p.id = e.source join internal_links t on t.id = e.target
      where e.kind = 0 and t.level > p.level + 1`,
  'a link is one level below a page that has it': `
    select t.id from internal_links t where t.source is not null and t.tier <> ${TIER.guess}
      and not exists (select 1 from page_links e join internal_links p on p.id = e.source
        where e.kind = 0 and e.target = t.id and p.level = t.level - 1)
      and not exists (select 1 from internal_links p where p.id = t.source and p.status = ${status('redirected')})
      and not ${isRedirectTarget('t.id')} and not ${isChecked('t.source')} and not ${wasGuess('t')}`,
  'both ends of every edge are there': `
    select e.source from page_links e left join internal_links p on p.id = e.source
      left join internal_links i on e.kind = 0 and i.id = e.target left join external_links x on e.kind = 1 and x.id = e.target
      left join bad_links b on e.kind = 2 and b.id = e.target
      where p.id is null or (i.id is null and x.id is null and b.id is null)`,
  'how an edge stood before ended before it stands as it does': `
    select f.source from earlier_edges f left join edges e on e.source = f.source and e.kind = f.kind and e.target = f.target
      where e.source is null or e.added is null or f.ended > e.added or f.ended < coalesce(f.added, 0)
      union all select source from edges where removed < coalesce(added, 0)`,
  'an external link stands on the page that it was found on': `
    select x.id from external_links x where not ${isChecked('x.source')} and not exists
      (select 1 from page_links e where e.kind = 1 and e.target = x.id and e.source = x.source)`,
  'an external or bad link is removed while no page has it': `
    select l.id from external_links l where (l.removed is null) <> ${hasEdge(1)}
      union all select l.id from bad_links l where (l.removed is null) <> ${hasEdge(2)}`,
  'an internal link is removed while no page has it, but for start pages, guesses and what is known from redirects': `
    select l.id from internal_links l where (l.removed is not null and ${hasEdge(0)})
      or (l.removed is null and not ${hasEdge(0)} and l.source is not null and l.tier <> ${TIER.guess}
        and not ${isRedirectTarget('l.id')}
        and not exists (select 1 from visits v join internal_links p on p.id = v.link where v.link = l.source and p.status = ${status('redirected')}))`,
  "a link's last event says whether it is removed, and since when": Object.entries({
    internal_links: 0,
    external_links: 1,
    bad_links: 2,
  })
    .map(
      ([table, kind]) => `select l.id from ${table} l
        left join link_events e on e.id = (select max(id) from link_events where kind = ${kind} and link = l.id)
        where l.removed is not (case e.event when 'removed' then e.at end)`,
    )
    .join(' union all '),
  'a link goes and comes back in turn': `
    select e.id from link_events e join link_events f
      on f.id = (select max(id) from link_events where kind = e.kind and link = e.link and id < e.id)
      where f.event = e.event or f.at > e.at`,
  'what a version kept and lost is what the one before had, and what it kept and gained is what it has': `
    select v.page from page_versions v left join page_versions b
      on b.page = v.page and b.at = (select max(at) from page_versions where page = v.page and at < v.at)
      where v.size <> (case v.state when 'there' then v.kept + v.fresh else 0 end)
        or v.last_seen < v.at or v.at <= b.last_seen or (b.page is null and v.state = 'there' and v.gone <> 0)`,
  'a page has a text while it is there': `
    select v.page from page_versions v left join page_texts t on t.page = v.page
      where v.at = (select max(at) from page_versions where page = v.page) and (v.state = 'there') <> (t.page is not null)`,
  'what was deleted is there': `
    select d.link from deletions d where not exists (select 1 from internal_links l where d.kind = 0 and l.id = d.link)
      and not exists (select 1 from external_links l where d.kind = 1 and l.id = d.link)
      and not exists (select 1 from bad_links l where d.kind = 2 and l.id = d.link)
      and not exists (select 1 from resources l where d.kind = 3 and l.id = d.link)`,
  'a guess is of nothing that the site has as a link or, inside it, as a resource': `
    select r.id from resources r where r.role = 'guess' and not exists (select 1 from deletions where kind = 3 and link = r.id)
      and (exists (select 1 from internal_link_identities l where l.site = r.site and l.hash = r.hash)
        or exists (select 1 from external_links l where l.site = r.site and l.hash = r.hash))`,
  'no page has an edge to a guess': `
    select l.id from internal_links l join page_links e on e.kind = 0 and e.target = l.id where l.tier = ${TIER.guess}`,
  'what writes is of the role that says so, and no other is': `
    select id from resources where (role = 'write') <> (method not in ('GET', 'HEAD'))`,
  'every link but redirect targets has its text': `
    select l.id from internal_links l left join internal_link_texts t on t.link = l.id
      where t.link is null and not exists (select 1 from visits v where v.page = l.id and v.link <> l.id)
        and not ${isRedirectTarget('l.id')}`,
};

/**
 * Copies of tables, in place of them, with indexes for the queries, which would otherwise scan all rows for each row.
 */
const INDEXED = `
  create temp table page_links as select * from main.page_links where removed is null;
  create temp table edges as select * from main.page_links;
  create index temp.by_edge on edges (source, kind, target);
  create index temp.by_target on page_links (kind, target);
  create index temp.by_source on page_links (source, kind);
  create temp table visits as select * from main.visits;
  create index temp.by_page on visits (page);
  create index temp.by_link on visits (link);
  create temp table aliases as select * from main.aliases;
  create index temp.by_alias on aliases (link, kind);`;

/** The broken invariants of a database, each with the rows at fault; empty if all hold. */
export function brokenInvariants(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  db.exec(INDEXED);
  const found: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(broken)) {
    const rows = db.prepare(query).all();
    if (rows.length > 0) found[name] = rows.slice(0, 5);
  }
  const integrity = db.pragma('integrity_check', { simple: true });
  if (integrity !== 'ok') found['the file is sound'] = [integrity];
  db.close();
  return found;
}
