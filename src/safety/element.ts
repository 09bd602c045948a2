import { z } from 'zod';
import { parseUrl } from '../url/parse.ts';
import { asksToEdit, harmOfAddress } from './address.ts';
import {
  asksForHarm,
  asksToBeSure,
  harmOfName,
  harmOfText,
  isAffirmation,
  isClosing,
  isCross,
  isDeedOfCall,
  isOfOthers,
  isRefusal,
  remembered,
  saysToSend,
  tellsOfLoss,
  wordsOfName,
} from './text.ts';
import { folded, names as nameWords, sentence as sentences } from './words.ts';

const list = z.array(z.string()).readonly();

/** What an element says of itself, and where it stands. */
export const elementWordsSchema = z.object({
  /** What a reader sees, or hears read out, each by itself: text, labels, titles, values. */
  texts: list,
  /** What programs call it and what is in it: identifiers, classes, icons, data attributes. */
  names: list,
  /** Its description elsewhere on the page, which `aria-describedby` names. */
  told: list,
  /** Names that may mean anything by themselves: of fields, of one letter, of what it stands in. */
  looseNames: list,
  /** As they are written. */
  addresses: list,
  /** Scripts in attributes. */
  codes: list,
  /** It and what it stands in, the innermost first: name, role, identifier and classes. */
  places: list,
  /** What the dialog says that it stands in, by paragraphs; empty where it stands in none. */
  asked: list,
  /** What is said beside a short answer, where one is asked: by the small block that it stands in, its controls left out. */
  questions: list,
  /** What can be answered there, its own answer included. */
  answers: list,
  /** Whether it stands in a form that searches. */
  searches: z.boolean(),
  /** Whether it stands in a form, or is one. */
  isInForm: z.boolean(),
});
export type ElementWords = z.infer<typeof elementWordsSchema>;

/** Attributes of links, by what they hold: scripts, … */
const CODED = /^(?:on[a-z]+|@.+|v-on:.+|x-on:.+|(?:data-)?ng-.+|wire:.+|_)$/;
/** … what a reader sees, or hears read out, … */
const SPOKEN =
  /^(?:title|alt|aria-label|aria-labelledby|aria-description|label|data-(?:[a-z]+-)*(?:title|label|tooltip|tip|text|message|content|caption|hint|original-title))$/;
/** … the name of a deed, … */
const DEED =
  /^(?:command|data-(?:[a-z]+-)*(?:action|act|op|cmd|command|do|verb|function|fn|handler|event|trigger|purpose))$/;
/** … names of other kinds, … */
const NAMED =
  /^(?:id|class|name|icon|role|slot|part|data-(?:[a-z]+-)*(?:icon|role|testid|test|qa|cy|feather|lucide|name|type|target))$/;
/** … or by which method a script asks. */
const METHOD = /^(?:[a-z]+-)*(?:method|verb)$/;
const WRITES = /^(?:post|put|patch|delete)$/i;

/**
 * Whether the element of a link says that following it acts, beside its text and its address.
 *
 * @param said see `said` of a walk
 * @param isTold whether it leads to what tells of things, whose titles are names of deeds, too
 */
export function saysToAct(said: string, isTold: () => boolean): boolean {
  const says = howItActs(said);
  return says === 'always' || (says === 'spoken' && !isTold());
}

const howItActs = remembered((said): 'always' | 'spoken' | 'never' => {
  const lines = said.split('\n').map((line): [string, string] => {
    const [, name = '', value = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), value];
  });
  if (lines.some(([name, value]) => lineActs(name, value))) return 'always';
  const isSpoken = lines.some(([name, value]) => SPOKEN.test(name) && harmOfText(value) !== undefined);
  return isSpoken ? 'spoken' : 'never';
});

/** Whether one attribute says so, whatever the address. */
function lineActs(name: string, value: string): boolean {
  if (value === 'false') return false;
  if (name === 'button') return harmOfText(value) === 'sure';
  if (CODED.test(name)) return isHarmfulCode(value) || (/confirm\s*\(/.test(value) && !leadsOutside(value));
  if (name.includes('confirm')) return value !== '' && !leadsOutside(value);
  if (name === 'aria-describedby') return tellsOfHarm(value);
  if (METHOD.test(name) && WRITES.test(value)) return true;
  if (/^(?:\/|https?:\/\/|\?)\S+$/.test(value)) return isHarmfulAddress(value);
  if (DEED.test(name)) return value.split(' ').some(isHarmfulCode);
  if (name === 'icon') return value.split(' ').some(isHarmfulIcon);
  if (NAMED.test(name)) return value.split(' ').some(isHarmfulLinkName);
  return name.startsWith('data-') && isHarmfulLinkName(name.slice('data-'.length));
}

/** Tells whether a question only asks to leave the site, or to open a file. */
const leadsOutside = (value: string): boolean => sentences.leadsOutside.test(folded(value));

const isHarmfulLinkName = (name: string): boolean =>
  nameHarm(name, false) === 'sure' && !wordsOfName(name).some((word) => nameWords.looks.test(word));
const isHarmfulIcon = (name: string): boolean =>
  name.includes('/') || name.includes('.') ? isHarmfulPicture(name) : isHarmfulLinkName(name);

/** Elements and roles of what a cross takes out of a list. */
const TAKEN = /^(?:tr|td|li)\b|^\w+ (?:row|listitem|option|gridcell|cell)\b/;

/** Whether pressing an element may end a session, delete or send something, by its words, icons, scripts and place. */
export function isHarmfulElement(element: ElementWords, isSession: boolean): boolean {
  const { texts, names, looseNames, addresses, codes, places, asked, questions, answers, searches } = element;
  if (element.told.some(tellsOfHarm) || (element.isInForm && !searches && texts.some(saysToSend))) return true;
  if (texts.some((text) => isHarmfulText(text, isSession && !searches))) return true;
  if (addresses.some(isHarmfulAddress) || codes.some(isHarmfulCode)) return true;
  // `OK` does what its dialog asks.
  const isAsked = asked.some(asks) || asksToLose(asked) || questions.some(asksToConfirm) || asksToLose(questions);
  const isTold = [...asked, ...questions].some((text) => sentencesOf(text).some(tellsOfLoss));
  const agrees = texts.some(isAffirmation);
  const mayRefuse = answers.some((text) => !texts.includes(text) && isRefusal(text));
  if (agrees && asked.length > 0 && isTold) return true;
  if (
    agrees &&
    mayRefuse &&
    (isTold || (asked.length > 0 && !asked.some((text) => sentences.asksForConsent.test(folded(text)))))
  )
    return true;
  if (isAsked && !texts.some((text) => isClosing(text) || isCross(text))) return true;
  const isChoice = places.slice(0, 4).some((place) => nameWords.choice.test(place));
  const said = names.map((name) => nameHarm(name, isChoice));
  if (said.includes('sure') || looseNames.some((name) => nameHarm(name, isChoice) === 'sure')) return true;
  // A cross is told by where it stands, if no word tells; a letter is one only in a list.
  if (texts.some((text) => isReadable(text) && !isIconName(text))) return false;
  const isSign = texts.some((text) => isCross(text) && !isLetter(text)) || said.includes('cross');
  const place = isChoice || names.some((name) => nameWords.closes.test(name)) ? 'closed' : placeOf(places);
  return isSign ? place !== 'closed' : texts.some(isLetter) && place === 'taken';
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?;。？！؟՞])\s*/);

const isQuestion = (sentence: string): boolean => /[?？؟;]\s*$|՞/.test(sentence);

/** Whether a dialog asks, or says in its title, what harms; what it tells besides is no question. */
const asks = (text: string): boolean =>
  sentencesOf(text).some(
    (sentence) =>
      asksToBeSure(sentence) || harmOfText(sentence) === 'sure' || (isQuestion(sentence) && asksForHarm(sentence)),
  );

/** Whether a description says that something is lost: `This permanently deletes the draft.` */
const tellsOfHarm = (text: string): boolean =>
  sentencesOf(text).some((sentence) => tellsOfLoss(sentence) || asksForHarm(sentence));

/** Whether what is said beside an answer asks to confirm what harms; a question that others ask, as in a list of them, does not. */
const asksToConfirm = (text: string): boolean =>
  sentencesOf(text).some(
    (sentence) => asksToBeSure(sentence) || (isQuestion(sentence) && asksForHarm(sentence) && !isOfOthers(sentence)),
  );

/** `Are you sure?` has this many letters at most, in all languages. */
const LONGEST_PLAIN_QUESTION = 50;

/** Whether a dialog asks whether to go on, and says what is then gone. */
function asksToLose(asked: readonly string[]): boolean {
  const sentences = asked.flatMap(sentencesOf);
  return (
    sentences.some((sentence) => isQuestion(sentence) && sentence.length <= LONGEST_PLAIN_QUESTION) &&
    sentences.some(tellsOfLoss)
  );
}

/** Whether a text says so by itself, or asks whether it is to be done. */
const isHarmfulText = (text: string, isSession: boolean): boolean => {
  const harm = harmOfText(text);
  return (
    harm === 'sure' || (isSession && harm === 'doubtful') || (isIconName(text) && nameHarm(text, false) === 'sure')
  );
};

/** Text that fonts draw as an icon: `delete_forever`. */
const isIconName = (text: string): boolean => /^[a-z]+(?:_[a-z]+)+$/.test(text);

/** A cross that is the letter x of an alphabet. */
const isLetter = (text: string): boolean => isCross(text) && /^\p{L}$/u.test(text.trim());

const isReadable = (text: string): boolean => /\p{L}{2}/u.test(text);

const harmOfWrittenName = remembered((name) => harmOfName(wordsOfName(name)));

function nameHarm(name: string, isChoice: boolean): 'sure' | 'cross' | undefined {
  const harm = harmOfWrittenName(name);
  return harm && isChoice && /remove|clear|reset|cancel/i.test(name) ? 'cross' : harm;
}

/** Whether something stands in what can be closed, or in a part of a list, whichever is nearer. */
function placeOf(places: readonly string[]): 'closed' | 'taken' | undefined {
  for (const place of places) {
    if (nameWords.closed.test(place) || place.startsWith('dialog')) return 'closed';
    if (TAKEN.test(place) || nameWords.taken.test(place)) return 'taken';
  }
  return undefined;
}

const isHarmfulPicture = (written: string): boolean => {
  const name = /(?:^|[#/])([\w-]+)(?:\.(?:svg|png|gif|jpe?g|webp))?$/i.exec(written)?.[1];
  return name !== undefined && harmOfName(wordsOfName(name)) === 'sure';
};

/** An address as it is written; that of a picture or of a part of one by its name. */
function isHarmfulAddress(written: string): boolean {
  const isPicture = written.startsWith('#') || /\.(?:svg|png|gif|jpe?g|webp)(?:[?#]|$)/i.test(written);
  if (isPicture) return isHarmfulPicture(written);
  const url = parseUrl(written, 'http://page.invalid/');
  return url !== undefined && (harmOfAddress(url) === 'sure' || asksToEdit(url));
}

/** What is called on all lists and elements, and takes nothing from a server. */
const HARMLESS_CALL =
  /(?:classList|searchParams|params|Storage|style|dataset|selected|options)\s*\.\s*\w+$|^(?:remove|delete|clear)(?:Child|Class|Attr|Attribute|AttributeNode|EventListener|Listener|Property|Data|Node|Prop|Timeout|Interval)$|[.]remove(?:Child|Class|Attr|Attribute|AttributeNode|EventListener|Listener|Property|Data|Prop)$/;

/** A script in an attribute, or a part of one: what it calls, and the addresses that it names. */
export function isHarmfulCode(code: string): boolean {
  for (const [, text = ''] of code.matchAll(/["'`]([^"'`\s]{1,500})["'`]/g)) {
    if (/[/?]/.test(text) && isHarmfulAddress(text)) return true;
  }
  for (const [, text = ''] of code.matchAll(/confirm\s*\(\s*["'`]([^"'`]+)/g))
    if (harmOfText(text) === 'sure') return true;
  if (!/[(\s;=]/.test(code.trim())) return isHarmfulCall(code);
  for (const [, path = '', inside = ''] of code.matchAll(/([\w$.]+)\s*\(\s*([^\s)]?)/g)) {
    if (HARMLESS_CALL.test(path) || (/\.remove$/.test(path) && inside === '')) continue;
    if (isHarmfulCall(path)) return true;
  }
  return false;
}

/** A function, or a deed that a script knows, by its name: `cart.purchase`, `click->item#destroy`. */
const isHarmfulCall = (path: string): boolean => {
  const name = path.split(/[.#:>]/).at(-1) ?? '';
  if (nameHarm(name, false) === 'sure') return true;
  return isDeedOfCall(wordsOfName(name)) && !(path.includes('.') && nameWords.messages.test(name));
};
