/** Whether the value of --db is an address of PostgreSQL, not a file. */
export const isPostgres = (db: string): boolean => /^postgres(ql)?:/i.test(db);

/** The value of --db as it may be shown and kept: without a password. */
export const shownDatabase = (db: string): string =>
  isPostgres(db)
    ? db.replace(/^([a-z]+:\/\/[^/?#:@]*):[^/?#]*@/i, '$1@').replace(/([?&]password=)[^&]*/gi, '$1***')
    : db;
