/**
 * A night that workers share. While there is one, `page_limit` and `granted` are those of the night, `limit_after` is the
 * crawl's, and `sites.checks` what is left to do of the night. `night_cut`: pages that its rule ranks below are left out.
 */
export const nights = `
alter table crawl add column night integer, add column night_cut double precision, add column limit_after bigint,
  add column night_is_over boolean not null default false;
alter table sites add column checks bigint not null default 0;
`;
