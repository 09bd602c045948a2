/** The parts of an address as a database has it: absolute, http or https, written as `parseUrl` does, without name and password. */
export interface AddressParts {
  /** Host name, with the port where it is not the scheme's own. */
  readonly host: string;
  /** Without query and fragment; it begins with a slash. */
  readonly path: string;
  /** The address of the folder that it lies in: its own up to the last slash of the path. */
  readonly directory: string;
}

/** Splits an address without parsing it again: a crawl has millions. */
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

/** A host name without the port. */
export const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/** The last label of a host name, `uk` of `www.uni.ac.uk`; undefined for an IP address. */
export function topLevelDomain(hostName: string): string | undefined {
  const label = hostName.slice(hostName.lastIndexOf('.') + 1);
  return /^\d*$|\]$/.test(label) ? undefined : label;
}

/** The country of a top-level domain: one of two letters, but `eu`. */
export const countryOf = (topLevel: string | undefined): string | undefined =>
  topLevel !== undefined && /^[a-z]{2}$/.test(topLevel) && topLevel !== 'eu' ? topLevel : undefined;
