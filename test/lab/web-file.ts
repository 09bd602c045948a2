/** A page of a recorded web, with its address and those of its links. */
export const page = (url: string, ...links: readonly string[]) => ({
  url,
  level: url === '/' ? 0 : 1,
  links: links.map((link) => ({ url: link })),
});

/** A recorded web as JSON lines; its host is `NAME.test`. */
export const jsonl = (web: string, ...pages: readonly unknown[]): string =>
  [{ web, host: `${web}.test`, start: '/' }, ...pages].map((one) => JSON.stringify(one)).join('\n');
