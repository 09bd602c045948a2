import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a token: 256 bits. */
const BYTES = 32;

/** Who has the token may use the dashboard: it stands in the URL's fragment, which no server and no log sees, and is exchanged for a cookie. */
export class Token {
  readonly text: string;
  /** Made from the token, so that it holds after a restart under the same one; the token can't be told from it. */
  readonly cookie: string;

  /** @param given a token to go on with; a new one if not given */
  constructor(given?: string) {
    this.text = given ?? randomBytes(BYTES).toString('base64url');
    this.cookie = createHmac('sha256', this.text).update('forager dashboard cookie').digest('base64url');
  }

  /** Whether it is the token. It takes as long whatever is given. */
  is(given: string): boolean {
    return equal(given, this.text);
  }

  isCookie(given: string | undefined): boolean {
    return given !== undefined && equal(given, this.cookie);
  }
}

const equal = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
