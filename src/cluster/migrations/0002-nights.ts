/**
 * Columns for a shared recrawl run. During one, `page_limit` and `granted` belong to the recrawl run, `limit_after` to
 * the crawl; `sites.checks` is the remaining work, and `night_cut` the least rank of pages to revisit.
 */
export const nights = `
alter table crawl add column night integer, add column night_cut double precision, add column limit_after bigint,
  add column night_is_over boolean not null default false;
alter table sites add column checks bigint not null default 0;
`;
