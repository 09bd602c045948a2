/** Schemes that are often misspelt in links, and how many letters may be wrong. */
const MEANT = { http: 2, https: 2, mailto: 2, javascript: 2 } as const;

/** Real schemes that look like a misspelling of those. */
const REAL = new Set('ftp ftps sftp tftp nntp ntp rtp rtsp smtp mtp shttp itms mail'.split(' '));

/** Whether the scheme of an address is a typing error (`htp://…`), or a host whose scheme was left out (`a.test:80/`). */
export function isMisspelt({ protocol, pathname }: URL): boolean {
  const scheme = protocol.slice(0, -1);
  if (/^[\w-]+\.[\w.-]+$|^localhost$/.test(scheme) && /^\d{1,5}(?:\/|$)/.test(pathname)) return true;
  if (REAL.has(scheme) || scheme.length < 3) return false;
  return Object.entries(MEANT).some(([meant, most]) => {
    const wrong = wrongLetters(scheme, meant, most);
    return wrong > 0 && wrong <= most;
  });
}

/** Letters that are added, left out, replaced or changed with their neighbour; more than `most` where there are too many. */
function wrongLetters(written: string, meant: string, most: number): number {
  if (Math.abs(written.length - meant.length) > most) return most + 1;
  let [beforeLast, last]: [readonly number[], readonly number[]] = [[], [...meant, ''].map((_, at) => at)];
  for (let at = 0; at < written.length; at++) {
    const row = [at + 1];
    for (let to = 0; to < meant.length; to++) {
      const isSame = written[at] === meant[to];
      const isSwapped = at > 0 && to > 0 && written[at] === meant[to - 1] && written[at - 1] === meant[to];
      row.push(
        Math.min(
          (last[to] ?? 0) + (isSame ? 0 : 1),
          (last[to + 1] ?? 0) + 1,
          (row[to] ?? 0) + 1,
          isSwapped ? (beforeLast[to - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[meant.length] ?? 0;
}
