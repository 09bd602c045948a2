/** What pages that list links to other sites are called, in the languages of many universities: of themselves, … */
const LISTS =
  'links link weblinks hyperlinks linklist bookmarks bookmark hotlist hotlists favorites favourites favorite favourite ' +
  'webliography blogroll webring linkliste linksammlung lesezeichen liens signets favoris enlaces marcadores favoritos ' +
  'ligações collegamenti segnalibri preferiti koppelingen bladwijzers länkar bokmärken lenker bokmerker linkit ' +
  'kirjanmerkit odkazy záložky odnośniki zakładki linki linkek könyvjelzők hivatkozások legături bağlantılar σύνδεσμοι ' +
  'ссылки закладки посилання връзки リンク リンク集 链接 友情链接 連結 링크';
/** … and those on which such links stand among other things. */
const OTHERS =
  'resources resource sites websites related elsewhere pointers partners sponsors references directory friends ' +
  'ressourcen ressources recursos risorse partner partenaires socios партнеры партнёры ресурсы';

const words: ReadonlyMap<string, number> = new Map([
  ...OTHERS.split(' ').map((word): [string, number] => [word, 0.5]),
  ...LISTS.split(' ').map((word): [string, number] => [word, 1]),
]);

/** How clearly words name a list of links: 1, 0.5 or 0. */
export const linkLists = (of: readonly string[]): number =>
  of.reduce((most, word) => Math.max(most, words.get(word) ?? 0), 0);
