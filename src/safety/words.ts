import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/**
 * Meanings of words on controls and links, by the effect on the server of a press.
 *
 * - `leave`: ends the session; `exit`: ends it as the whole text only, since the word may be any way out
 * - `delete`: removes something; `quit`: ends an account, a subscription or a permission
 * - `clear`: removes something next to a word of `owned`, else only changes the page: a filter, a dialog, a choice;
 *   `close`: ends an account next to a word of `account`, else only changes the page
 * - `back`: leads to the view before, not through a list as `previous` does
 * - `commit`: buys, publishes, votes, blocks; `submit`: does so, or only requests a page; `send`: submits a form
 * - `react`: sends an opinion or a wish in a short text: `Follow`
 * - `view`: a part of the page: `Remove filter`; `guide`: start of a text about the matter: `How to delete …`
 * - `matter`: a thing whose name has an action's word, or the end of one: `Vote results`, `Delete key theorem`
 */
const actions = ['leave', 'exit', 'delete', 'quit', 'clear', 'close', 'commit', 'submit', 'react', 'send'] as const;
const meanings = [...actions, 'back', 'owned', 'account', 'view', 'guide', 'matter'] as const;
export type Meaning = (typeof meanings)[number];

/**
 * Meanings of sentences and answers in dialogs.
 *
 * - `sure`: asks to be sure without saying of what; `loss`: announces a loss
 * - `agree`, `refuse`: a whole answer
 * - `outside`: only asks to leave the site or to open a file; `consent`: asks for consent, as banners do
 */
const sentences = ['sure', 'loss', 'agree', 'refuse', 'outside', 'consent'] as const;

const LETTER = String.raw`[\p{L}\p{M}]`;
const GAP = String.raw`[-\s'’]`;
/** Pattern of up to 12 characters after a phrase that ends with `~`, such as `really ~`. */
const SHORT_REST = `(?!${LETTER}).{0,12}`;

/**
 * Returns the pattern of phrases separated by commas: `a/b` is either word, `[a]` is optional, `*` is any ending. `_`
 * is one word, `~` is any text, `!a/b` is any word except these; a hyphen joins the words of one alternative.
 */
function patternOf(list: string): string {
  const word = (text: string) =>
    text === '_' ? `${LETTER}+` : text.replaceAll('-', GAP).replaceAll('*', String.raw`[\p{L}\p{M}\p{N}_-]*`);
  const either = (text: string) => `(?:${text.split('/').map(word).join('|')})`;
  const phrase = (text: string) => {
    const tokens = text.trim().split(' ');
    return tokens.reduce((pattern, token, at) => {
      const isLast = at === tokens.length - 1;
      const gap = at === 0 || pattern.endsWith('.*') || pattern.endsWith(')?') ? '' : GAP;
      if (token === '~') return `${pattern}${isLast ? SHORT_REST : `${gap}.*`}`;
      if (token.startsWith('!')) return `${pattern}${gap}(?!${either(token.slice(1))})${LETTER}+`;
      if (!token.startsWith('[')) return `${pattern}${gap}${either(token)}`;
      const optional = either(token.slice(1, -1));
      return `${pattern}${isLast ? `(?:${gap}${optional})?` : `${gap}(?:${optional}${GAP})?`}`;
    }, '');
  };
  return `(?:${list.split(',').map(phrase).join('|')})`;
}

/** Matches a whole text. */
const whole = z.string().transform((list) => new RegExp(`^${patternOf(list)}$`, 'iu'));
/** Matches words in names as programs write them, not beside other lower-case letters. */
const within = z.string().transform((list) => new RegExp(`(?:^|[^a-z])${patternOf(list)}(?![a-z])`, 'u'));
const withinAnyCase = within.transform(({ source }) => new RegExp(source, 'iu'));

/**
 * Words by language and meaning, separated by commas; the words of a phrase follow each other. `*` matches any ending.
 * Accents and case are ignored. In languages without blanks, a word counts anywhere in a text.
 */
const wordsFile = z.object({
  languages: z.record(z.string(), z.partialRecord(z.enum([...meanings, ...sentences]), z.string())),
  /** Names of icons in elements, functions and files; a `cross` closes or deletes, depending on the place. */
  icons: z.record(z.enum(['delete', 'leave', 'react', 'cross']), z.string()),
  /** Words in names of elements, classes, icons and functions. */
  names: z.object({
    /** Words before an action's name that deny the action: `can-delete` is a permission. */
    denying: whole,
    /** Abbreviations that name an action only in short names: `del` is a word of other languages. */
    abbreviated: whole,
    /** Words for a place or a state. */
    places: whole,
    /** Prefixes of icons, and words before a cross that closes. */
    iconParts: whole,
    /** Words that make a name one of a look or a thing: `remove-underline`, `delete-policy`. */
    looks: whole,
    /** Names of parts that a cross closes. */
    closed: within,
    /** Names of list entries that a cross removes. */
    taken: within,
    /** Names of elements that close something. */
    closes: withinAnyCase,
    /** Names of parts of a page that only choose the view. */
    choice: within,
    /** Functions that libraries call on objects without a request: `$.merge`, `events.publish`. */
    messages: whole,
  }),
  /** Words of addresses. */
  addresses: z.object({
    /** Sections with articles: `/wiki/Delete`. Actions on a thing may be there as well: `/blog/3/delete`. */
    telling: whole,
    /** Sections with articles even about logging out; other sections may contain log-out pages. */
    prosaic: whole,
    /** Words that may follow an action, as a part of it. */
    behind: whole,
    /** Words that make a name a sentence. */
    prose: whole,
    /** Actions that need a thing: without one the address is a form, or a section of the site. */
    needThing: whole,
    /** Actions that need a thing and are words of technical manuals, so static documents may have these names. */
    revise: whole,
    /** Actions that are nouns as well, so the thing must come first: `/messages/3/archive`, not `/archive/3`. */
    nouns: whole,
    /** Actions on a thing that may be a name: `/users/anna/follow`, `/follow/anna`. */
    doneToNames: whole,
    /** Actions of several words: `mark-read`, `add-to-cart`. */
    doneTo: whole,
    /** Commands to a machine that are `sure` alone. */
    order: whole,
    /** Commands to a machine that are `doubtful` alone. */
    doubtfulOrder: whole,
    /** Commands only with a thing, or in sections that control machines (`machines`). */
    run: whole,
    machines: whole,
    /** Parameters proving that the reader saw the page before, as only changing requests need. */
    tokens: whole,
    /** Parameters like `tokens` that some sites have in other addresses as well. */
    looseTokens: whole,
    /** Parameters that hold only a command, and such commands. */
    commanding: whole,
    command: whole,
    /** Switches of machines. */
    switches: whole,
    /** Parameters whose value names an action. */
    actions: whole,
    /** Parameters with written or searched text, or a return address. */
    written: whole,
    /** Things and actions that belong together in either order, in one name or two parts: `/cart/add`, `/add-cart`. */
    together: z.array(z.tuple([whole, whole])),
  }),
  /** Words in names and fields of requests by scripts. */
  requests: z.object({
    /** Words of reading requests, at any place. */
    asking: whole,
    /**
     * Words of reading requests at the start of a name, as these are things as well: `list_courses`, `mailing_list`.
     */
    askingFirst: whole,
    /** Words of writing requests: a single one is enough. */
    writing: whole,
    /** Endpoints that store how, or that, a list was viewed: their requests look like reading ones. */
    keeping: whole,
    /** Parameters with the called function: JSON-RPC, Moodle's web services, WordPress and many others. */
    called: whole,
    /** Fields of personal data or messages, which make a request a form's, whatever the address. */
    personal: withinAnyCase,
    /** Parameters of a part of a list: the start, and the number of entries. */
    from: whole,
    wanted: whole,
    /** Parameters of a list's order, direction, and search term. */
    ordered: whole,
    directed: whole,
    sought: whole,
    /** PrimeFaces events that read a server's view of the page: parts of lists, tabs, rows and trees. */
    facesEvents: whole,
  }),
});
const path = join(dirname(createRequire(import.meta.url).resolve('forager/package.json')), 'data', 'harm-words.json');
const file = wordsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
export const { names, addresses, requests, icons: iconNames } = file;

export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const THAI = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** Returns a text in lower case, without accents, vowel points and variants of letters. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0655\u0640\u200b-\u200f\u00ad]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replace(/[ıłđøßæœ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى|ي/g, 'ی')
    .replace(/ك/g, 'ک');
const LETTERS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', đ: 'd', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Returns the words of a folded text. */
export const wordsIn = (text: string): string[] =>
  THAI.test(text)
    ? [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
    : (text.match(/[\p{L}\p{M}]+/gu) ?? []);

const inAllLanguages = (meaning: (typeof sentences)[number]): string =>
  patternOf(
    folded(
      Object.values(file.languages)
        .flatMap((words) => words[meaning] ?? [])
        .join(','),
    ),
  );
const anywhere = (meaning: (typeof sentences)[number]): RegExp =>
  new RegExp(`(?<!${LETTER})${inAllLanguages(meaning)}(?!${LETTER})`, 'u');

/** Patterns of sentences and answers in folded texts. */
export const sentence = {
  isAssurance: new RegExp(String.raw`^(?:¿ ?)?${inAllLanguages('sure')}[\s.!]*[?？；;]\s*$`, 'u'),
  isAgreement: new RegExp(String.raw`^${inAllLanguages('agree')}[\s!.]*$`, 'u'),
  isRefusal: new RegExp(String.raw`^${inAllLanguages('refuse')}[\s!.]*$`, 'u'),
  tellsOfLoss: anywhere('loss'),
  leadsOutside: anywhere('outside'),
  asksForConsent: anywhere('consent'),
};

/** Words with a meaning in a language. */
interface Phrase {
  readonly words: readonly string[];
  /** True if the last word may have any ending. */
  readonly isOpen: boolean;
  readonly meaning: Meaning;
  readonly language: string;
}

/** Phrases by first word; in lists, phrases of languages without blanks, and single words with any ending. */
const byWord = new Map<string, Phrase[]>();
export const unspaced: (Phrase & { readonly text: string })[] = [];
const open: Phrase[] = [];
for (const [language, words] of Object.entries(file.languages)) {
  for (const meaning of meanings) {
    for (const written of words[meaning]?.split(',') ?? []) {
      const text = folded(written.trim());
      const phrase = { words: wordsIn(text), isOpen: text.endsWith('*'), meaning, language };
      const [first] = phrase.words;
      if (first === undefined) continue;
      if (UNSPACED.test(text)) unspaced.push({ ...phrase, text });
      else if (phrase.isOpen && phrase.words.length === 1) open.push(phrase);
      else byWord.set(first, [...(byWord.get(first) ?? []), phrase]);
    }
  }
}

/** Position of words with a meaning, as indexes of the first word and of the one after the last. */
export interface Hit extends Pick<Phrase, 'meaning' | 'language'> {
  readonly from: number;
  readonly to: number;
}

export function hitsIn(words: readonly string[]): Hit[] {
  return words.flatMap((word, from) => {
    const fits = ({ words: wanted, isOpen }: Phrase) =>
      wanted.every((one, index) => {
        const own = words[from + index];
        return own === one || (isOpen && index === wanted.length - 1 && (own?.startsWith(one) ?? false));
      });
    const found = (byWord.get(word) ?? []).filter(fits);
    found.push(...open.filter(({ words: [stem = ''] }) => word.startsWith(stem)));
    return found.map(({ meaning, language, words: { length } }) => ({ meaning, language, from, to: from + length }));
  });
}

/** Signs that delete or end a session, anywhere in a text. */
export const harmfulSigns =
  /[🗑🚮⌫⌦⏻⏼🚪🧹\u{e020}\u{f014}\u{f1f8}\u{f2ed}\u{f829}\u{f82a}\u{f5de}\u{f011}\u{f08b}\u{f2f5}]/u;
/** Signs of an opinion, alone or with a count. */
export const reactingSigns = /^\s*(?:[👍👎\u{f164}\u{f165}][\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]*)+[\s\d.,()k]*$/iu;
/** Crosses. */
export const crosses = /^(?:[×xXＸ✕✖✗✘╳❌❎⨯⨉⨂⊗⊠☒🗙🗴🗵🅧🅇ⓧⓍⅩⅹХх⮽⮾⮿]|[\u{f00d}\u{f62a}\u{f659}])\p{M}?$/u;
