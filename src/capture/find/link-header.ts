import type { LinkRole } from '../../domain/link.ts';
import { walkRules } from '../walk/walk-rules.ts';

const TYPES = new Set(walkRules.linkTypes.split(' '));

/** An address in a `Link` header. */
interface HeaderLink {
  readonly raw: string;
  readonly rel: string;
  /** Role of the address by `rel`, as with `link` elements. */
  readonly role: LinkRole;
}

/** Returns the links of a `Link` header (RFC 8288), in one pass; a malformed parameter ends its link. */
export function linkHeader(value: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  const address = /<([^<>]*)>/g;
  const parameter = /\s*;\s*([\w!#$&+.^`|~*-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/y;
  const end = /\s*(?:,|$)/y;
  for (let match = address.exec(value); match; match = address.exec(value)) {
    let at = address.lastIndex;
    let rel: string | undefined;
    parameter.lastIndex = at;
    for (let next = parameter.exec(value); next; next = parameter.exec(value)) {
      at = parameter.lastIndex;
      const [, name = '', quoted, bare] = next;
      if (name.toLowerCase() === 'rel') rel ??= quoted ?? bare;
    }
    end.lastIndex = at;
    if (end.test(value)) links.push(headerLink(match[1] ?? '', rel ?? ''));
    address.lastIndex = at;
  }
  return links;
}

function headerLink(raw: string, said: string): HeaderLink {
  const rel = said.trim().slice(0, 100);
  const types = rel.toLowerCase().split(/\s+/);
  const leads = !types.includes('stylesheet') && types.some((type) => TYPES.has(type));
  return { raw: raw.trim(), rel, role: leads ? 'link' : 'embedded' };
}
