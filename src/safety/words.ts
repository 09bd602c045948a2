import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/**
 * Meanings of words on controls and links, by the effect on the server when one is pressed.
 *
 * - `leave`: ends the session; `exit`: the same where it is all that is said, as it means a way out as well
 * - `delete`: takes something away; `quit`: ends an account, a subscription or a permission
 * - `clear`: takes something away if it is named with one of `owned`, and else is a matter of the page only: a filter, a
 *   dialog, a choice; `close`: the same with one of `account`;
 *   `back`: leads to what was shown before, and not through a list, as `previous` does
 * - `commit`: buys, publishes, votes, blocks; `submit`: the same, or only asks for a page;
 *   `react`: tells a site of an opinion or a wish where little else is said: `Follow`; `send`: sends what a form holds
 * - `view`: what is a matter of the page: `Remove filter`; `guide`: begins a text about the matter: `How to delete …`;
 *   `matter`: a name of a thing that has a deed's word in it, or ends one: `Vote results`, `Delete key theorem`
 */
const deeds = ['leave', 'exit', 'delete', 'quit', 'clear', 'close', 'commit', 'submit', 'react', 'send'] as const;
const meanings = [...deeds, 'back', 'owned', 'account', 'view', 'guide', 'matter'] as const;
export type Meaning = (typeof meanings)[number];

/**
 * Meanings of sentences and answers in dialogs.
 *
 * - `sure`: asks to be sure, and does not say of what; `loss`: says what will be gone
 * - `agree`, `refuse`: all that an answer says; `outside`: only asks whether to leave the site, or to open a file;
 *   `consent`: what banners ask for
 */
const sentences = ['sure', 'loss', 'agree', 'refuse', 'outside', 'consent'] as const;

const LETTER = String.raw`[\p{L}\p{M}]`;
const GAP = String.raw`[-\s'’]`;
/** What follows `really`, in characters. */
const SHORT_REST = `(?!${LETTER}).{0,12}`;

/**
 * The pattern of a list of phrases, separated by commas: `a/b` is either word, `[a]` may be left out, `*` stands for any
 * ending, `_` for one word, `~` for anything, `!a/b` for another word than these; a hyphen joins words of one alternative.
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

/** All of a text. */
const whole = z.string().transform((list) => new RegExp(`^${patternOf(list)}$`, 'iu'));
/** Words in names as programs write them, at the least: not beside other letters. */
const within = z.string().transform((list) => new RegExp(`(?:^|[^a-z])${patternOf(list)}(?![a-z])`, 'u'));
const withinAnyCase = within.transform(({ source }) => new RegExp(source, 'iu'));

/**
 * Words by language and meaning, separated by commas; the words of a phrase follow each other. `*` stands for any ending.
 * Accents and case make no difference. Where a language writes no blanks, a word counts wherever it stands.
 */
const wordsFile = z.object({
  languages: z.record(z.string(), z.partialRecord(z.enum([...meanings, ...sentences]), z.string())),
  /** Names of icons, as elements, functions and files have them; `cross`: it closes or deletes, depending on where it stands. */
  icons: z.record(z.enum(['delete', 'leave', 'react', 'cross']), z.string()),
  /** Words of names of elements, classes, icons and functions. */
  names: z.object({
    /** Before a deed, they say that it is not done: `can-delete` is what may be deleted. */
    denying: whole,
    /** Short for a deed in short names only: `del` is a word of other languages. */
    abbreviated: whole,
    /** Say where something stands, or how it is. */
    places: whole,
    /** Prefixes that icons have, and what stands before a cross that closes. */
    iconParts: whole,
    /** Make a name one of how something looks, or of a thing: `remove-underline`, `delete-policy`. */
    looks: whole,
    /** What a cross closes, … */
    closed: within,
    /** … or takes out of a list; … */
    taken: within,
    /** … says that it closes, … */
    closes: withinAnyCase,
    /** … and parts of a page that only choose what it shows. */
    choice: within,
    /** Called by libraries on objects, and not told to a server: `$.merge`, `events.publish`. */
    messages: whole,
  }),
  /** Words of addresses. */
  addresses: z.object({
    /** Parts of sites that tell of things: `/wiki/Delete`. What is done to a thing is done there, too: `/blog/3/delete`. */
    telling: whole,
    /** Those that tell of it even where nothing else does: leaving is done on pages of every part. */
    prosaic: whole,
    /** Stand behind a deed, and are part of it. */
    behind: whole,
    /** Make a name a sentence. */
    prose: whole,
    /** Deeds that are done to something only: without it the address is that of a form, or of a part of the site. */
    needThing: whole,
    /** The same, and words of technical manuals as well: static documents are called so, too. */
    revise: whole,
    /** The same, and words for things as well, so that the thing must come first: `/messages/3/archive`, not `/archive/3`. */
    nouns: whole,
    /** Deeds whose object may be a name: `/users/anna/follow`, `/follow/anna`. */
    doneToNames: whole,
    /** In several words: `mark-read`, `add-to-cart`. */
    doneTo: whole,
    /** Orders to a machine: sure by themselves, … */
    order: whole,
    /** … doubtful by themselves, … */
    doubtfulOrder: whole,
    /** … or orders only where a thing is named, or in the parts of a site that run machines. */
    run: whole,
    machines: whole,
    /** Parameters that prove that the reader has seen the page before: only requests that change something need it. */
    tokens: whole,
    /** The same; some sites have them in other addresses, too. */
    looseTokens: whole,
    /** Parameters that hold nothing but a command, and such commands. */
    commanding: whole,
    command: whole,
    /** Switches of machines. */
    switches: whole,
    /** Parameters whose value says what is to be done. */
    actions: whole,
    /** Parameters that hold text that was written or searched for, or an address to go back to. */
    written: whole,
    /** Things and deeds that are one in either order, in one name or in two parts of an address: `/cart/add`, `/add-cart`. */
    together: z.array(z.tuple([whole, whole])),
  }),
  /** Words of names and fields of what scripts send. */
  requests: z.object({
    /** Say that something is asked for, wherever they stand; … */
    asking: whole,
    /** … or at the beginning of a name, as they are things as well: `list_courses` is asked, a `mailing_list` is joined; … */
    askingFirst: whole,
    /** … and those that say that something is written: one of them is enough. */
    writing: whole,
    /** Endpoints that store how a list is viewed, or that it was: their requests look like those that read it. */
    keeping: whole,
    /** Parameters that name what is called: of JSON-RPC, Moodle's web services, WordPress and many others. */
    called: whole,
    /** Fields of personal data or messages: a form, whatever its address is called. */
    told: withinAnyCase,
    /** Parameters of a part of a list: where it begins, how much is wanted, … */
    from: whole,
    wanted: whole,
    /** … by what it is ordered, in which direction, and what is looked for. */
    ordered: whole,
    directed: whole,
    sought: whole,
    /** Reads of a server's view of the page: parts of lists, tabs, rows and trees, by PrimeFaces' names for the events that ask for them. */
    facesEvents: whole,
  }),
});
const path = join(dirname(createRequire(import.meta.url).resolve('forager/package.json')), 'data', 'harm-words.json');
const file = wordsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
export const { names, addresses, requests, icons: iconNames } = file;

export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const THAI = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** In lower case, without accents, vowel points and variants of letters. */
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

/** The words of a folded text. */
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

/** Whether a folded text has one of these meanings. */
export const sentence = {
  isAssurance: new RegExp(String.raw`^(?:¿ ?)?${inAllLanguages('sure')}[\s.!]*[?？；;]\s*$`, 'u'),
  isAgreement: new RegExp(String.raw`^${inAllLanguages('agree')}[\s!.]*$`, 'u'),
  isRefusal: new RegExp(String.raw`^${inAllLanguages('refuse')}[\s!.]*$`, 'u'),
  tellsOfLoss: anywhere('loss'),
  leadsOutside: anywhere('outside'),
  asksForConsent: anywhere('consent'),
};

/** Words that mean something in a language. */
interface Phrase {
  readonly words: readonly string[];
  /** The last word may have any ending. */
  readonly isOpen: boolean;
  readonly meaning: Meaning;
  readonly language: string;
}

/** By their first word; those of languages without blanks, and such as may have any ending, in lists. */
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

/** Where words of a meaning stand, counted in words: the first, and the one behind the last. */
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

/** Signs that delete, or end a session, wherever they stand. */
export const harmfulSigns =
  /[🗑🚮⌫⌦⏻⏼🚪🧹\u{e020}\u{f014}\u{f1f8}\u{f2ed}\u{f829}\u{f82a}\u{f5de}\u{f011}\u{f08b}\u{f2f5}]/u;
/** Signs that tell a site of an opinion where they stand alone, or with a count. */
export const reactingSigns = /^\s*(?:[👍👎\u{f164}\u{f165}][\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]*)+[\s\d.,()k]*$/iu;
/** Crosses. */
export const crosses = /^(?:[×xXＸ✕✖✗✘╳❌❎⨯⨉⨂⊗⊠☒🗙🗴🗵🅧🅇ⓧⓍⅩⅹХх⮽⮾⮿]|[\u{f00d}\u{f62a}\u{f659}])\p{M}?$/u;
