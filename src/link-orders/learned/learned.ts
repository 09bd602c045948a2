import { z } from 'zod';
import type { LinkId } from '../../domain/link.ts';
import { drawn } from '../../domain/random.ts';
import { linkOrder } from '../link-order.ts';
import { fitHere, fitInThread } from './boosted-trees.ts';
import { learnedOrder } from './learned-order.ts';
import { LinkModel } from './link-model.ts';
import { type Prior, readPrior, SHIPPED } from './prior.ts';

/** Names of link lists, in the languages of many universities. */
const LISTS =
  'links weblinks hyperlinks linklist bookmarks bookmark hotlist hotlists favorites favourites favorite favourite ' +
  'webliography blogroll webring linkliste linksammlung lesezeichen liens signets favoris enlaces marcadores favoritos ' +
  'ligações collegamenti segnalibri preferiti koppelingen bladwijzers länkar bokmärken lenker bokmerker linkit ' +
  'kirjanmerkit odkazy záložky odnośniki zakładki linki linkek könyvjelzők hivatkozások legături bağlantılar σύνδεσμοι ' +
  'ссылки закладки посилання връзки リンク リンク集 链接 友情链接 連結 링크';
/** Names of pages with link lists among other content. */
const OTHERS =
  'resources resource sites websites related elsewhere pointers partners sponsors friends cool ressourcen ressources ' +
  'recursos risorse partner partenaires socios партнеры партнёры ресурсы';

/** Names for people of a university and their own pages, without words that manuals use, such as users and members. */
const PEOPLE =
  'people persons person staff faculty students homepages homepage personal grads personen mitarbeiter personnel ' +
  'équipe personas profesores docenti personale persone studenti étudiants estudiantes pessoas medewerkers ' +
  'medarbetare medarbejdere ansatte henkilökunta lidé zaměstnanci studenci pracownicy munkatársak personel люди ' +
  'сотрудники преподаватели студенты співробітники 教員 教师 구성원';

const weights: readonly [string, number][] = [
  ...[...OTHERS.split(' '), ...PEOPLE.split(' ')].map((word): [string, number] => [word, 0.5]),
  ...LISTS.split(' ').map((word): [string, number] => [word, 1]),
];

/**
 * Adds to the prior 1 or 0.5 for words of a link that name link lists or people. Personal pages have such lists, with a
 * large part of a university's external links.
 */
export function withLinkLists(prior: Prior): Prior {
  const and = (words: Prior['anchor']): Prior['anchor'] => ({
    ...words,
    ...Object.fromEntries(weights.map(([word, weight]) => [word, weight + (words[word] ?? 0)])),
  });
  return { ...prior, anchor: and(prior.anchor), address: and(prior.address) };
}

export const learned = linkOrder({
  name: 'learned',
  summary: 'what similar links brought, and what they led to',
  source: 'our own; see docs/strategies/forager.md',
  params: z.strictObject({
    prior: z
      .string()
      .default(SHIPPED)
      .describe('what is known from other sites: a file written by forager lab train, forager (built in) or none'),
  }),
  trials: [{ prior: 'none' }],
  needs: ['tag-paths'],
  make({ prior: choice }, { inThreads, remembered, reward, seed }) {
    const prior = readPrior(choice);
    const seeksLinks = reward === undefined || reward.startsWith('new-external-');
    const begin = prior && seeksLinks ? withLinkLists(prior) : prior;
    const model = new LinkModel(begin, inThreads ? fitInThread : fitHere);
    const luck = (link: LinkId) => drawn(seed, link);
    return learnedOrder({ model, basis: JSON.stringify(['learned', begin, seed]), remembered, luck });
  },
});
