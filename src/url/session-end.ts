const anyOf = (...words: readonly string[]): string => `(?:${words.join('|').replaceAll(' ', '[ _+-]*')})`;

/** What ends a session, in the words of many portals. A blank stands for any of ` -_+`, or none. */
const LOG_OUT = anyOf(
  '(?:log|sign) (?:out|off)',
  'ausloggen|uitloggen|logga ut|logg ut|log ud|kirjaudu ulos',
  'd[ée]connexion|se d[ée]connecter|disconnetti(?:ti)?',
  'cerrar sesi[oó]n|terminar sess[aã]o|encerrar sess[aã]o',
  'wyloguj|odhl[aá]sit|odhl[aá]si[tť]|kijelentkez[eé]s|deconectare',
  'oturumu kapat|退出登[录錄]|登出|ログアウト|로그아웃',
);
/** Words that mean something else as well: a way out, a publication, the end of a subscription. */
const VAGUE = anyOf(
  'abmelden|abmeldung|afmelden|esci|salir|odjava',
  'выход|выйти|вихід|вийти|изход',
  'çıkış|退出|注销',
);

/** With or without letters before it where that can't be another word: `userlogout`, not `blog-outreach`. */
const inAddress = new RegExp(
  `(?<!\\p{L})${LOG_OUT}(?!\\p{L})|(?:log|sign)(?:out|off)(?!\\p{L})|(?<=[/=?&#])${VAGUE}(?=[/=?&#.]|$)`,
  'iu',
);
/** A vague word must be the whole text, but for a name or a sign behind it: `Выход (Anna)`, not `Выход книги`. */
const asText = new RegExp(`^\\P{L}*(?:${LOG_OUT}(?!\\p{L})|${VAGUE}(?:\\s*[^\\p{L}\\s].*|\\s+из\\s.*)?$)`, 'iu');

/** Whether a link, by its address or its text, ends the session of whoever follows it. */
export function endsSession({ url, anchor }: { readonly url: string; readonly anchor: string }): boolean {
  const { pathname, search, hash } = new URL(url);
  return inAddress.test(readable(`${pathname}${search}${hash}`)) || asText.test(anchor);
}

/** Escapes undone, and a blank where a word begins with a capital letter: `logoutUser`. */
const readable = (address: string): string => unescaped(address).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

function unescaped(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
