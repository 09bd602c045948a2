import type { Prior } from './prior.ts';

/** What pages that list links to other sites are called, in the languages of many universities: of themselves, … */
const LISTS =
  'links weblinks hyperlinks linklist bookmarks bookmark hotlist hotlists favorites favourites favorite favourite ' +
  'webliography blogroll webring linkliste linksammlung lesezeichen liens signets favoris enlaces marcadores favoritos ' +
  'ligações collegamenti segnalibri preferiti koppelingen bladwijzers länkar bokmärken lenker bokmerker linkit ' +
  'kirjanmerkit odkazy záložky odnośniki zakładki linki linkek könyvjelzők hivatkozások legături bağlantılar σύνδεσμοι ' +
  'ссылки закладки посилання връзки リンク リンク集 链接 友情链接 連結 링크';
/** … and those on which such links stand among other things. */
const OTHERS =
  'resources resource sites websites related elsewhere pointers partners sponsors friends cool ressourcen ressources ' +
  'recursos risorse partner partenaires socios партнеры партнёры ресурсы';

const weights: readonly [string, number][] = [
  ...OTHERS.split(' ').map((word): [string, number] => [word, 0.5]),
  ...LISTS.split(' ').map((word): [string, number] => [word, 1]),
];

/**
 * The prior, and 1 or 0.5 more for words that name lists of links, in a link's text and in its address: people keep such
 * lists, and they hold a large part of the external links of a university.
 */
export function withLinkLists(prior: Prior): Prior {
  const and = (words: Prior['anchor']): Prior['anchor'] => ({
    ...words,
    ...Object.fromEntries(weights.map(([word, weight]) => [word, weight + (words[word] ?? 0)])),
  });
  return { ...prior, anchor: and(prior.anchor), address: and(prior.address) };
}
