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

/**
 * By how much ln(1 + value) is taken to be larger of a link that has a word in its text or its address which names a list
 * of links: people keep such lists, and they hold a large part of the external links of a university.
 */
export const linkLists: ReadonlyMap<string, number> = new Map([
  ...OTHERS.split(' ').map((word): [string, number] => [word, 0.5]),
  ...LISTS.split(' ').map((word): [string, number] => [word, 1]),
]);
