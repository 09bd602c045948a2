/**
 * Tables of the record of a shared crawl. `site` is first in each large key, so that tables can be partitioned by site.
 * Times are the server's, as workers' clocks differ.
 */
export const tables = `
create table crawl (
  id integer primary key check (id = 1), created_at timestamptz not null default now(), tables integer not null default 0,
  page_limit bigint, granted bigint not null default 0, lease integer not null, one_worker text);

create table workers (
  id bigint generated always as identity primary key, name text not null, version text not null,
  slots integer not null, started_at timestamptz not null default now(), beat_at timestamptz not null default now(),
  is_alive boolean not null default true, is_idle boolean not null default false, ended text,
  sent bigint not null default 0, pages bigint not null default 0, open_grant bigint not null default 0,
  beat_pages bigint not null default 0, rate double precision not null default 0);
create index workers_alive on workers (id) where is_alive;

create table domains (
  name text primary key, worker bigint, leased_at timestamptz, freed_at timestamptz);
create index domains_worker on domains (worker) where worker is not null;

create table sites (
  id bigint primary key, domain text not null, start_url text not null unique, short_name text not null,
  kind text not null, scope text not null, home text, found_on bigint, is_removed boolean not null default false,
  changes bigint not null default 0, pages bigint not null default 0, failed bigint not null default 0,
  reward_sum double precision not null default 0, reward_max double precision not null default 0,
  milliseconds bigint not null default 0, waiting bigint not null default 0, in_flight integer not null default 0,
  changed_at timestamptz not null default now());
create index sites_domain on sites (domain);
create index sites_changed on sites (changed_at);

create table changes (
  site bigint not null, number bigint not null, worker bigint not null, at timestamptz not null default now(),
  rows json not null, primary key (site, number));

create table inbox (
  domain text not null, id bigint generated always as identity, letter json not null, primary key (domain, id));

create table counters (name text primary key, next bigint not null);
`;
