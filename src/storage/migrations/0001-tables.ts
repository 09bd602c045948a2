import { type Kysely, type Migration, sql } from 'kysely';

/** Tables of the first Forager; docs/tables.md describes each column. */
const TABLES = `
create table crawler_settings (name text primary key, value text not null);

create table seeds (
  id integer primary key, full_name text not null, short_name text not null, start_url text not null unique,
  host text not null, kind text not null, scope text not null, status text not null default 'waiting',
  note text not null default '', pages integer not null default 0, failed integer not null default 0,
  internal integer not null default 0, external integer not null default 0, bad integer not null default 0,
  reward_sum real not null default 0, reward_max real not null default 0, milliseconds integer not null default 0,
  added_at bigint not null, removed bigint, resources integer not null default 0, origin text not null default '',
  found_on integer, page_limit integer, depth integer, delay integer, include text not null default '[]',
  exclude text not null default '[]', home text);
-- Is the name of a new site taken?
create index seeds_short_name on seeds (short_name);

create table hosts (host text primary key, extra_delay integer not null, not_before bigint not null);

create table robots (
  origin text primary key, fetched_at bigint not null, http_status integer not null, body text not null);

create table session_pages (
  site integer primary key, pages integer not null, asks_password integer not null, offers_log_in integer not null,
  offers_log_out integer not null, blocks text not null);

create table site_edits (id integer primary key, site integer not null, at bigint not null);

create table site_changes (
  site integer not null, at integer not null, status text not null, note text not null, removed integer,
  primary key (site, at)) without rowid;

create table internal_links (
  id integer primary key, site integer not null, url text not null, level integer not null, source integer,
  status integer not null, rank real, attempts integer not null default 0, removed bigint,
  tier integer not null default 0, queue_group integer);
-- Which links did earlier runs leave aside? Asked by each run that begins. Statuses by their codes in domain/link.ts.
create index internal_links_aside on internal_links (status) where status in (4, 6, 8, 9, 10, 11);

-- Is this link known? Asked for every link of every page; an integer key costs 2.7 times less than the text.
create table internal_link_identities (
  site integer not null, hash bigint not null, link integer not null, primary key (site, hash)) without rowid;

create table internal_link_texts (
  link integer primary key, anchor text not null, context text not null, rel text not null, element text not null,
  tag_path text not null, frame text not null, technique text not null, first_seen bigint, role text);

create table refusals (link integer primary key, reason integer not null);

create table crashes (link integer primary key, crashes integer not null);

create table external_links (
  id integer primary key, site integer not null, hash bigint not null, url text not null, host text not null,
  domain text not null, source integer not null, anchor text not null, context text not null, rel text not null,
  element text not null, tag_path text not null, frame text not null, technique text not null,
  first_seen bigint not null, last_seen bigint not null, removed bigint);
-- Is it new to its site, and is its domain? The reward of every page depends on it.
create unique index external_links_identity on external_links (site, hash);
create index external_links_domain on external_links (site, domain);

create table bad_links (
  id integer primary key, site integer not null, hash bigint not null, raw text not null, reason text not null,
  source integer not null, anchor text not null, element text not null, technique text not null,
  first_seen bigint not null, removed bigint);
-- The same text counts once for a site.
create unique index bad_links_identity on bad_links (site, hash);

create table resources (
  id integer primary key, site integer not null, hash bigint not null, method text not null, url text not null,
  role text not null, host text not null, domain text not null, source integer not null, anchor text not null,
  element text not null, tag_path text not null, frame text not null, technique text not null,
  first_seen bigint not null, last_seen bigint not null);
create unique index resources_identity on resources (site, hash);

-- Asked by address: whose page is it?
create table aliases (
  site integer not null, hash integer not null, kind text not null, link integer not null, url text not null,
  first_seen integer not null, primary key (site, hash, kind, link)) without rowid;

-- Asked before a link is let into the queue, and by every list.
create table deletions (
  kind integer not null, link integer not null, batch integer not null, deleted_at bigint not null,
  primary key (kind, link)) without rowid;
-- The last deletion is the one that is undone.
create index deletions_batch on deletions (batch);

create table past_deletions (
  kind integer not null, link integer not null, restored_at integer not null, deleted_at integer not null,
  batch integer not null, primary key (kind, link, restored_at)) without rowid;

-- Which group has a rank? And to move one in all tiers: by site, lane and name.
create table queue_groups (
  id integer primary key, site integer not null, tier integer not null, lane integer not null, name text not null,
  value real not null, waiting integer not null default 0,
  constraint queue_groups_identity unique (site, lane, name, tier));

-- The key is the order in which a group's links are handed out: a claim reads the head of the group's range.
create table queue (
  queue_group integer not null, rank real not null, link integer not null, not_before integer not null,
  primary key (queue_group, rank desc, link)) without rowid;
-- A crawl knows its pauses when it opens, without a look at each waiting link: few of them pause.
create index queue_pauses on queue (not_before) where not_before > 0;

create table leases (
  link integer primary key, site integer not null, token integer not null, claimed_at bigint not null, owner integer,
  ends_at bigint);

create table sequences (name text primary key, next bigint not null);
insert into sequences (name, next) values ('lease', 1);

-- Read by source page (levels, HITS, exports), so that is how both are kept together.
create table page_links (
  source integer not null, kind integer not null, target integer not null, place integer not null default 0,
  anchor integer, tag_path integer, added bigint, removed bigint, primary key (source, kind, target)) without rowid;
create table earlier_edges (
  source integer not null, kind integer not null, target integer not null, ended bigint not null, added bigint,
  place integer not null, anchor integer, tag_path integer, primary key (source, kind, target, ended)) without rowid;

create table texts (id integer primary key, text text not null unique);

create table runs (
  id integer primary key, started_at bigint not null, ended_at bigint, milliseconds integer not null default 0,
  stopped text, pid integer not null, config text not null, night integer);

create table visits (
  id integer primary key, run integer not null, site integer not null, link integer not null, page integer,
  started_at bigint not null, milliseconds integer not null, outcome text not null, reason text not null,
  http_status integer, content_type text not null, title text not null, new_internal integer not null,
  new_external integer not null, reward real not null, lane integer not null, rank real not null,
  site_pulls integer not null, site_reward real not null, rendering text, pulls integer, ready integer,
  next_site integer, site_score real, next_score real, reward_max real, tier integer not null default 0,
  relevance real, level integer not null default 0);
-- How much did the page bring that a link was found on? Asked for links that are ranked by it.
create index visits_page on visits (page) where page is not null;

create table topics (name text primary key, definition text not null);

create table kept_states (
  key text primary key, last_visit bigint not null, visits bigint not null, sum_of_ids bigint not null,
  sum_of_links bigint not null, state blob not null);

create table traps (
  id integer primary key, site integer not null, kind text not null, pattern text not null, links integer not null,
  example text not null, first_seen bigint not null);
create unique index traps_identity on traps (site, kind, pattern);

create table link_families (
  id integer primary key, site integer not null, pattern text not null, barren integer not null,
  parameters integer not null);
-- Read and written for each page that has a family.
create unique index link_families_identity on link_families (site, pattern);

create table family_parameters (
  family integer not null, hash integer not null, first integer not null, primary key (family, hash)) without rowid;

-- Read as a whole when a crawl begins, written by key.
create table templates (
  site integer not null, pattern text not null, shape text not null, state text not null, equal integer not null,
  different integer not null, example text not null, changed_at integer not null,
  primary key (site, pattern, shape)) without rowid;

create table changing_blocks (
  site integer not null, pattern text not null, key integer not null, kind integer not null, flips integer not null,
  stays integer not null, returns integer not null, primary key (site, pattern, key)) without rowid;

-- Read from its end: a page's last version is its present state.
create table page_versions (
  page integer not null, at integer not null, state text not null, http_status integer, size integer not null,
  hash integer not null, kept integer not null, gone integer not null, fresh integer not null,
  last_seen integer not null, primary key (page, at)) without rowid;

create table page_texts (page integer primary key, text blob not null);

-- Asked for by its version, one at a time.
create table text_differences (
  page integer not null, at integer not null, difference blob not null, primary key (page, at));

create table link_events (
  id integer primary key, kind integer not null, link integer not null, at bigint not null, event text not null);
-- How did a link stand then? Asked for each link of an export as of a date.
create index link_events_link on link_events (kind, link);
-- Which changed since? A crawl's events stand together.
create index link_events_at on link_events (at);

-- Read by link: how did it stand at a moment?
create table link_sightings (
  kind integer not null, link integer not null, at integer not null, primary key (kind, link, at)) without rowid;
create table level_changes (
  link integer not null, at integer not null, level integer not null, primary key (link, at)) without rowid;
create table status_changes (
  link integer not null, at integer not null, status integer not null, primary key (link, at)) without rowid;
create table earlier_forms (
  kind integer not null, link integer not null, at integer not null, role text not null, source integer, anchor text,
  context text, rel text, element text, tag_path text, frame text, technique text,
  primary key (kind, link, at)) without rowid;

-- The columns of a key come first here and above: else SQLite 3.40 (Debian 12) fails its own integrity_check.
create table proved_guesses (
  id integer not null, proved_at integer not null, site integer not null, hash integer not null, method text not null,
  url text not null, role text not null, host text not null, domain text not null, source integer not null,
  anchor text not null, element text not null, tag_path text not null, frame text not null, technique text not null,
  first_seen integer not null, last_seen integer not null, primary key (id, proved_at)) without rowid;

create table nights (
  step integer primary key, started_at bigint not null, ended_at bigint, rule text not null, params text not null,
  budget text not null, last_visit integer not null, pages integer not null, pool text, left_pool text);

create table page_groups (
  id integer primary key, site integer not null, pattern text not null,
  constraint page_groups_identity unique (site, pattern));

create table revisits (
  page integer primary key, site integer not null, first integer not null, tried integer not null,
  checked_at bigint not null, checks integer not null, changes integer not null, failures integer not null,
  due integer, key real, facts blob not null);
-- A night by a static key reads its head and nothing else; a check moves one entry.
create index revisits_key on revisits (key desc, page) where key is not null;
-- Which pages that were gone are to be looked for tonight?
create index revisits_due on revisits (due) where due is not null;

-- Written in the order of the nights, read a night at a time.
create table checks (
  step integer not null, page integer not null, run integer not null, started_at integer not null,
  milliseconds integer not null, change text not null, way text not null, kept integer not null,
  gone integer not null, fresh integer not null, signal integer, priority real not null, new_links integer not null,
  removed_links integer not null, returned_links integer not null, primary key (step, page)) without rowid;

-- Brought up to date with each check, by key.
create table night_sums (
  step integer not null, scope text not null, numbers text not null, primary key (step, scope)) without rowid;

create table validators (page integer primary key, etag text not null, last_modified text not null);
`;

export const tables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of TABLES.trim().split(';\n')) await sql.raw(statement).execute(db);
  },
};
