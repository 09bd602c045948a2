import fc from 'fast-check';

const unreserved = fc.constantFrom(
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@",
);
/** Any character, encoded where it must be. */
const character = fc.oneof(
  { weight: 10, arbitrary: unreserved },
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).map(encodeURIComponent),
);
const text = fc.string({ unit: character });
const longer = fc.string({ unit: fc.oneof({ weight: 10, arbitrary: character }, fc.constantFrom('/', '?')) });
const some = (sign: string) =>
  fc.option(longer, { nil: undefined }).map((one) => (one === undefined ? '' : `${sign}${one}`));

/**
 * Like fast-check's `webUrl`, with queries: that one makes a table of all characters, which takes a second and 85 MB.
 */
export const webAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(text.map((one) => `/${one}`)), some('?'))
  .map(([scheme, host, path, query]) => `${scheme}://${host}${path.join('')}${query}`);

/** The same, some with a fragment. */
export const webAddressWithFragment = fc.tuple(webAddress, some('#')).map((parts) => parts.join(''));
