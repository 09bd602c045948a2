import type { LinkRole } from '../domain/link.ts';
import { walkRules } from './walk-rules.ts';

const TYPES = new Set(walkRules.linkTypes.split(' '));

/** An address in a `Link` header. */
export interface HeaderLink {
  readonly raw: string;
  readonly rel: string;
  /** Its `rel` decides, as with `link` elements. */
  readonly role: LinkRole;
}

const LINK = /<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))?)*)\s*(?:,|$)/g;

/** What a `Link` header names (RFC 8288). */
export const linkHeader = (value: string): HeaderLink[] =>
  [...value.matchAll(LINK)].map(([, raw = '', parameters = '']) => {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]*))/i.exec(parameters) ?? [];
    const rel = (quoted ?? bare ?? '').trim().slice(0, 100);
    const types = rel.toLowerCase().split(/\s+/);
    const leads = !types.includes('stylesheet') && types.some((type) => TYPES.has(type));
    return { raw: raw.trim(), rel, role: leads ? 'link' : 'embedded' };
  });
