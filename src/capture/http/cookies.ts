import { Cookie, CookieJar } from 'tough-cookie';
import type { StorageState } from '../session/session-state.ts';
import type { HttpAnswer } from './http-client.ts';

/** Longer cookies are refused, as in browsers. */
const LONGEST_COOKIE = 4096;

/** Cookies of requests without a browser. */
export class Cookies {
  #jar = new CookieJar(undefined, { looseMode: true });

  /** The header for a request; empty where there are no cookies for it. */
  header(url: string): string {
    return headerText(this.#jar.getCookieStringSync(url));
  }

  clear(): void {
    this.#jar = new CookieJar(undefined, { looseMode: true });
  }

  /** Keeps the cookies that an answer sets. */
  take({ url, headers }: Pick<HttpAnswer, 'url' | 'headers'>): void {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      if (line.length <= LONGEST_COOKIE) this.#jar.setCookieSync(line, url, { ignoreError: true });
    }
  }

  add({ name, value, domain, path, expires, httpOnly, secure }: StorageState['cookies'][number]): void {
    const host = domain.replace(/^\./, '');
    const cookie = new Cookie({
      ...{ key: name, value, path, httpOnly, secure },
      ...(domain.startsWith('.') ? { domain: host } : {}),
      ...(expires < 0 ? {} : { expires: new Date(1000 * expires) }),
    });
    this.#jar.setCookieSync(cookie, `${secure ? 'https' : 'http'}://${host}${path}`, { ignoreError: true });
  }
}

/** Text as a header can hold it: in UTF-8, a byte a character, without what no header may have. */
const headerText = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
