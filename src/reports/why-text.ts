import type { LinkStatus } from '../domain/link.ts';
import { TIER, type TieredRank } from '../domain/rank.ts';
import { counted, failureText } from '../domain/wording.ts';
import { becauseText } from '../link-orders/link-order.ts';
import type { Why, WhyVisited, WhyWaiting } from './why.ts';

/** Maximum number of sites named before a waiting link's own. */
const MOST_SITES = 5;

/** Reasons why a link is not in the queue, for links that were never visited. */
const NOT_QUEUED: Partial<Record<LinkStatus, string>> = {
  claimed: 'It is being visited now.',
  redirected: 'It was not visited: another link redirects to the same page.',
  file: 'It is a file, by its address or its content: files are listed, not visited.',
  'beyond-depth': 'It is deeper than --depth, or than the limit of its site.',
  refused: 'The link order skips it.',
  forbidden: 'robots.txt forbids it.',
  nofollow: 'Its page or its rel says nofollow, and --nofollow is set.',
  trap: 'It is part of a crawler trap; forager status --json names the trap.',
  excluded:
    'It is excluded by --include, --exclude, the patterns or the scope of its site, or its site only sends data to it.',
  failed: 'Gave up: the crawler crashed on it several times.',
};

const HARMS = 'It was skipped: judging by its address or text, a visit may end the session, delete or send something.';

/** Explains, for people, when a link was visited or why not yet. Text from pages is not made safe for a terminal. */
export function whyText(why: Why): string {
  const { url, site, kind, level, sourceUrl, isDeleted, visited, waiting, status } = why;
  const lines = [oneLine(url)];
  if (kind === 'external') lines.push(`An external link of ${oneLine(site)}: external links are listed, not visited.`);
  else {
    const from = sourceUrl === null ? 'its start page' : `first found on ${oneLine(sourceUrl)}`;
    lines.push(`A link of ${oneLine(site)} at level ${level}, ${from}.`);
    if (visited) lines.push(...visitedText(why, visited), ...expectedText(why));
    else if (waiting) lines.push(...waitingText(why, waiting), ...expectedText(why));
    else if (why.mayHarm) lines.push(HARMS);
    else if (why.refused !== null) lines.push(`The link order ${why.linkOrder} skips it: ${oneLine(why.refused)}.`);
    else if (!isDeleted) lines.push(NOT_QUEUED[status ?? 'waiting'] ?? 'The reason why it was not visited is unknown.');
  }
  if (isDeleted) lines.push('You deleted it.');
  return lines.join('\n');
}

/** Describes the expectation of the link order, if any. */
function expectedText({ expected, visited, linkOrder }: Why): string[] {
  if (!expected) return [];
  const because = expected.because.length === 0 ? '' : `, mostly because of ${oneLine(becauseText(expected))}`;
  const came = visited?.outcome === 'page' ? ` Found: ${number(visited.reward)}.` : '';
  return [`Expected reward (order ${linkOrder}): ${number(expected.worth)}${because}.${came}`];
}

function visitedText({ site, siteRule, linkOrder }: Why, visited: WhyVisited): string[] {
  const { visit, startedAt, outcome, reason, reward, rank, siteVisits, siteReward } = visited;
  const { ready, score, next, visits, rewardMax, noLinks } = visited;
  const what =
    outcome === 'page'
      ? `page visited, reward ${number(reward)}`
      : `${outcome}${reason ? `: ${oneLine(failureText(reason))}` : ''}`;
  const lines = [
    `Visit ${number(visit)} of the crawl, on ${new Date(startedAt).toISOString()}: ${what}.`,
    ...(noLinks === null ? [] : [oneLine(noLinks)]),
    `The link: it ranked first on its site (order: ${linkOrder}, ${rankText(rank)}).`,
    `The site: ${oneLine(site)} had ${counted(siteVisits, 'page')} and reward ${number(siteReward)} at that time.`,
  ];
  if (ready === null || score === null) return [...lines, 'The scores of the other sites were not recorded.'];
  const against = next ? `; next was ${oneLine(next.site)}, ${scoreText(next.score ?? Number.NaN)}` : '';
  lines.push(
    ready === 1
      ? `The rule ${siteRule}: no other site had a link to visit.`
      : `The rule ${siteRule}: best of ${number(ready)} sites, ${scoreText(score)}${against} (n = ${number(visits ?? 0)}, Xmax = ${number(rewardMax ?? 0)}).`,
  );
  return lines;
}

function waitingText({ site, siteRule, linkOrder }: Why, { rank, before, sites, place }: WhyWaiting): string[] {
  const first = before === 0 ? 'it is first on its site' : `${counted(before, 'link')} of its site come first`;
  const lines = [`It is waiting: ${first} (order: ${linkOrder}, ${rankText(rank)}).`];
  const own = sites[place - 1];
  if (!own) return [...lines, `${oneLine(site)} has reached its page limit.`];
  const stands = `with ${scoreText(own.score)} (${counted(own.visits, 'page')}, reward ${number(own.reward)})`;
  lines.push(
    place === 1
      ? `By ${siteRule} ${oneLine(site)} is the next site of ${number(sites.length)}, ${stands}.`
      : `By ${siteRule} ${oneLine(site)} is in place ${number(place)} of ${number(sites.length)} sites, ${stands}; before it:`,
  );
  for (const other of sites.slice(0, Math.min(place - 1, MOST_SITES)))
    lines.push(
      `  ${oneLine(other.site)}: ${scoreText(other.score)} (${counted(other.visits, 'page')}, reward ${number(other.reward)})`,
    );
  if (place - 1 > MOST_SITES) lines.push(`  and ${number(place - 1 - MOST_SITES)} more`);
  return lines;
}

/** Puts text of a page on one line, so that each sentence keeps its line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 });

const scoreText = (score: number): string =>
  score === Number.POSITIVE_INFINITY ? 'its turn in any case' : `score ${number(score)}`;

function rankText({ tier, lane, group, value }: TieredRank): string {
  if (tier === TIER.guess) return `score ${number(value)} among guessed links, which come last`;
  if (tier === TIER.document) return `score ${number(value)} among documents, which come after all pages`;
  const where = `${group ? ` in the group ${group.name} (${number(group.value)})` : ''}${lane === 0 ? '' : ` in lane ${lane}`}`;
  return `score ${number(value)}${where}`;
}
