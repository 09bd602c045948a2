import { Cookie, CookieJar } from 'tough-cookie';
import type { StorageState } from '../session/session-state.ts';
import type { HttpAnswer } from './http-client.ts';

/** Limit in characters of a cookie, as in browsers. */
const LONGEST_COOKIE = 4096;

/** Cookies of requests without a browser. */
export class Cookies {
  #jar = new CookieJar(undefined, { looseMode: true });

  /** Returns the Cookie header for a request; empty without cookies. */
  header(url: string): string {
    return headerText(this.#jar.getCookieStringSync(url));
  }

  clear(): void {
    this.#jar = new CookieJar(undefined, { looseMode: true });
  }

  /** Stores the cookies that an answer sets. */
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

/** Returns text for a header: UTF-8 as one character a byte, without forbidden characters. */
const headerText = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
