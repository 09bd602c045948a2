/** Renames the columns of a shared recrawl run; a worker of an older Forager ends with an error at its next statement. */
export const plainNames = `
alter table crawl rename column night to recrawl_run;
alter table crawl rename column night_cut to least_rank;
alter table crawl rename column night_is_over to recrawl_is_over;
alter table sites rename column checks to revisits;
`;
