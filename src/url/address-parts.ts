/**
 * Parts of an address as stored in a database: absolute, http or https, as written by `parseUrl`, without credentials.
 */
export interface AddressParts {
  /** Host name, with any port that is not the scheme's default. */
  readonly host: string;
  /** Path with a leading slash, without query and fragment. */
  readonly path: string;
  /** Address of the folder: the address up to the last slash of the path. */
  readonly directory: string;
}

/** Splits an address without parsing it again, as a crawl has millions of addresses. */
export function addressParts(address: string): AddressParts {
  const begin = address.indexOf('//') + 2;
  const slash = address.indexOf('/', begin);
  const hostEnd = slash < 0 ? address.length : slash;
  const question = address.indexOf('?', hostEnd);
  const end = question < 0 ? address.length : question;
  const fragment = address.indexOf('#', hostEnd);
  const pathEnd = fragment < 0 || fragment > end ? end : fragment;
  return {
    host: address.slice(begin, hostEnd),
    path: address.slice(hostEnd, pathEnd) || '/',
    directory: address.slice(0, address.lastIndexOf('/', pathEnd - 1) + 1),
  };
}

/** Returns a host name without the port. */
export const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/** Returns the last label of a host name, `uk` of `www.uni.ac.uk`; undefined for an IP address. */
export function topLevelDomain(hostName: string): string | undefined {
  const label = hostName.slice(hostName.lastIndexOf('.') + 1);
  return /^\d*$|\]$/.test(label) ? undefined : label;
}

/** Returns the country of a top-level domain: any two letters except `eu`. */
export const countryOf = (topLevel: string | undefined): string | undefined =>
  topLevel !== undefined && /^[a-z]{2}$/.test(topLevel) && topLevel !== 'eu' ? topLevel : undefined;
