import type { LinkStatus } from '../domain/link.ts';
import { TIER, type TieredRank } from '../domain/rank.ts';
import { failureText } from '../domain/wording.ts';
import { becauseText } from '../link-orders/link-order.ts';
import type { Why, WhyVisited, WhyWaiting } from './why.ts';

/** Sites that are named before a waiting link's own. */
const MOST_SITES = 5;

/** Why a link is not in the queue, for those that were never visited. */
const ASIDE: Partial<Record<LinkStatus, string>> = {
  claimed: 'It is being visited now.',
  redirected: 'It was not visited: another link redirects to its page.',
  file: 'It is a file, or its address ends like that of one: files are listed, not visited.',
  'beyond-depth': 'It lies deeper than --depth, or than the limit that its site has of its own.',
  refused: 'The link order will not have it visited.',
  forbidden: 'robots.txt forbids it.',
  nofollow: 'Its page or its rel says nofollow, and --nofollow obeys it.',
  trap: 'It is one of endlessly many: forager status --json names the trap.',
  excluded:
    '--include, --exclude, or what its site has of its own (patterns, scope) keeps it out, or pages of its site only write to it.',
  failed: 'It was given up: the crawler died at it again and again.',
};

const HARMS =
  'A visit of it may end the session, delete or send something, by its address or its text: it is listed, and not visited.';

/** Why a link was visited when it was, or why not yet, for people. What pages have a part in is not made harmless for a terminal. */
export function whyText(why: Why): string {
  const { url, site, kind, level, sourceUrl, isDeleted, visited, waiting, status } = why;
  const lines = [oneLine(url)];
  if (kind === 'external') lines.push(`An external link of ${oneLine(site)}: external links are listed, not visited.`);
  else {
    const from = sourceUrl === null ? 'its start page' : `found first on ${oneLine(sourceUrl)}`;
    lines.push(`A link of ${oneLine(site)} at level ${level}, ${from}.`);
    if (visited) lines.push(...visitedText(why, visited), ...expectedText(why));
    else if (waiting) lines.push(...waitingText(why, waiting), ...expectedText(why));
    else if (why.mayHarm) lines.push(HARMS);
    else if (why.refused !== null)
      lines.push(`The link order ${why.linkOrder} will not have it visited: ${oneLine(why.refused)}.`);
    else if (!isDeleted) lines.push(ASIDE[status ?? 'waiting'] ?? 'Nothing is known of why it was not visited.');
  }
  if (isDeleted) lines.push('You deleted it.');
  return lines.join('\n');
}

/** What a link order that expects something expected of it. */
function expectedText({ expected, visited, linkOrder }: Why): string[] {
  if (!expected) return [];
  const what = visited ? 'expected it' : 'expects it';
  const because = expected.because.length === 0 ? '' : `; most by ${oneLine(becauseText(expected))}`;
  const came = visited?.outcome === 'page' ? ` It brought ${number(visited.reward)}.` : '';
  return [`The order ${linkOrder} ${what} to bring ${number(expected.worth)}${because}.${came}`];
}

function visitedText({ site, siteRule, linkOrder }: Why, visited: WhyVisited): string[] {
  const { visit, startedAt, outcome, reason, reward, rank, sitePulls, siteReward } = visited;
  const { ready, score, next, pulls, rewardMax, noLinks } = visited;
  const what =
    outcome === 'page'
      ? `read, reward ${number(reward)}`
      : `${outcome}${reason ? `: ${oneLine(failureText(reason))}` : ''}`;
  const lines = [
    `Visit ${number(visit)} of the crawl, at ${new Date(startedAt).toISOString()}: ${what}.`,
    ...(noLinks === null ? [] : [oneLine(noLinks)]),
    `The link: it was the first of its site by ${linkOrder}, with ${rankText(rank)}.`,
    `The site: ${oneLine(site)} had ${pages(sitePulls)} and reward ${number(siteReward)} then.`,
  ];
  if (ready === null || score === null) return [...lines, 'What the rule saw of the other sites was not recorded.'];
  const against = next ? `; the next was ${oneLine(next.site)} with ${scoreText(next.score ?? Number.NaN)}` : '';
  lines.push(
    ready === 1
      ? `The rule ${siteRule}: no other site had a link to hand out.`
      : `The rule ${siteRule}: the best of ${number(ready)} sites with ${scoreText(score)}${against} (n = ${number(pulls ?? 0)}, Xmax = ${number(rewardMax ?? 0)}).`,
  );
  return lines;
}

function waitingText({ site, siteRule, linkOrder }: Why, { rank, before, sites, place }: WhyWaiting): string[] {
  const first =
    before === 0 ? 'the first of its site' : `behind ${number(before)} ${before === 1 ? 'link' : 'links'} of its site`;
  const lines = [`It waits: by ${linkOrder} it is ${first}, with ${rankText(rank)}.`];
  const own = sites[place - 1];
  if (!own) return [...lines, `${oneLine(site)} was charged all pages that its limit allows.`];
  const stands = `with ${scoreText(own.score)} (${pages(own.pulls)}, reward ${number(own.reward)})`;
  lines.push(
    place === 1
      ? `By ${siteRule} ${oneLine(site)} is the next site of ${number(sites.length)}, ${stands}.`
      : `By ${siteRule} ${oneLine(site)} is in place ${number(place)} of ${number(sites.length)} sites, ${stands}; before it:`,
  );
  for (const other of sites.slice(0, Math.min(place - 1, MOST_SITES)))
    lines.push(
      `  ${oneLine(other.site)}: ${scoreText(other.score)} (${pages(other.pulls)}, reward ${number(other.reward)})`,
    );
  if (place - 1 > MOST_SITES) lines.push(`  and ${number(place - 1 - MOST_SITES)} more`);
  return lines;
}

/** Texts of pages: each sentence stays on its line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 });

const pages = (count: number): string => `${number(count)} ${count === 1 ? 'page' : 'pages'}`;

const scoreText = (score: number): string =>
  score === Number.POSITIVE_INFINITY ? 'its turn whatever it had brought' : `score ${number(score)}`;

function rankText({ tier, lane, group, value }: TieredRank): string {
  if (tier === TIER.guess) return `rank ${number(value)} among the guesses, which come last`;
  if (tier === TIER.document) return `rank ${number(value)} among the documents, which come behind all pages`;
  const where = `${group ? ` in the group ${group.name} (${number(group.value)})` : ''}${lane === 0 ? '' : ` in lane ${lane}`}`;
  return `rank ${number(value)}${where}`;
}
