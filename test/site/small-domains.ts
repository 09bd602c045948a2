import type { Portal } from '../../src/demo/portal.ts';
import { createRandom } from '../../src/domain/random.ts';
import { html, site } from './site.ts';

/** One domain in this many is on the topic. */
const ONE_IN = 12;
/** Links of a page to other domains. */
const OUT = 6;

const ON_TOPIC = 'course lecture homework assignment syllabus exam instructor grading semester textbook'.split(' ');
const OTHER = (
  'weather sport parking canteen travel housing music garden history visitors calendar election holiday picture ' +
  'theatre bicycle library alumni football recipe river festival museum market bridge village journey letter winter'
).split(' ');

const hostOf = (domain: number): string => `www.d${domain}.test`;
const isTopical = (domain: number): boolean => domain % ONE_IN === 0;

/** Tells whether a page is of a domain on the topic `courses`. */
export const isOnTopic = (url: string): boolean => {
  const [, number] = /\bd(\d+)\.test$/.exec(new URL(url).hostname) ?? [];
  return number !== undefined && isTopical(Number(number));
};

/**
 * Small domains of three pages each that link to each other; those on the topic link mostly to others of them, with
 * fitting texts. The first is a list of links. The contents of a page depend only on its address.
 */
export function smallDomains(domains: number): Portal[] {
  return Array.from({ length: domains }, (_, domain) => {
    const topical = isTopical(domain);
    const page = (path: string) => () => {
      const random = createRandom(`${domain} ${path}`);
      const words = (isOn: boolean, count: number) =>
        Array.from({ length: count }, () => random.pick(isOn ? ON_TOPIC : OTHER)).join(' ');
      const toDomain = () => {
        const isOn = topical && random.chance(0.6);
        const target = isOn ? ONE_IN * random.below(Math.ceil(domains / ONE_IN)) : random.below(domains);
        // A third of the link texts are uninformative.
        const anchor = random.chance(1 / 3) ? 'more' : words(isTopical(target), 3);
        return `<li><a href="http://${hostOf(target)}${random.chance(0.5) ? '/' : '/a'}">${anchor}</a>`;
      };
      const out = Array.from({ length: OUT }, toDomain).join('');
      const own = ['/', '/a', '/b'].map((to) => `<a href="${to}">${to === '/' ? 'home' : words(topical, 2)}</a>`);
      return html(`<h1>${words(topical, 4)}</h1><p>${words(topical, 40)}</p>${own.join(' ')}<ul>${out}</ul>`);
    };
    return site(hostOf(domain), { '/': page('/'), '/a': page('/a'), '/b': page('/b') });
  });
}
