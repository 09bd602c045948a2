/** Tells whether the value of --db is a PostgreSQL address, not a file. */
export const isPostgres = (db: string): boolean => /^postgres(ql)?:/i.test(db);

/** Returns the value of --db without a password, for messages and records. */
export const shownDatabase = (db: string): string =>
  isPostgres(db)
    ? db.replace(/^([a-z]+:\/\/[^/?#:@]*):[^/?#]*@/i, '$1@').replace(/([?&]password=)[^&]*/gi, '$1***')
    : db;
