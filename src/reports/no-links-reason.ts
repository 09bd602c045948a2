import { whyNoLinks } from '../capture/diagnosis/no-links.ts';
import type { Outcome } from '../domain/visit.ts';

/** Stored visit. */
interface StoredVisit {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly http_status: number | null;
  readonly content_type: string;
  readonly title: string;
}

/** Text for a visit whose stored data shows no reason. */
const NOT_STORED = 'No links: nothing that was stored tells why; forager debug shows the page as it is now.';

/**
 * Explains in one sentence why a visit found no links, as far as stored. Null if the outcome explains everything: the
 * page was known under another address, or is outside of the site.
 * @param landed final address of the captured page
 */
export function whyBroughtNone(visit: StoredVisit, asked: string, landed: string): string | null {
  const { outcome, reason, title } = visit;
  if (outcome === 'duplicate' || outcome === 'left-site') return null;
  const why = whyNoLinks({
    ...{ asked, landed, title, failure: failureOf(visit) },
    limits: outcome === 'page' ? reason.split(', ') : [],
    ...{ robots: undefined, leavesSite: false, isDownload: false, text: [], asksPassword: false },
    ...{ links: [], events: [], parts: undefined, plainLinks: undefined },
  });
  return why ?? NOT_STORED;
}

function failureOf({ outcome, reason, http_status: status, content_type: type }: StoredVisit): string | undefined {
  if (outcome === 'failed') return reason;
  if (outcome !== 'file') return undefined;
  return type === '' ? `an answer without a page: HTTP ${status}` : `a file, not a page: ${type}`;
}
