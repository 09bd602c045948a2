import { z } from 'zod';
import { parseUrl } from '../url/parse.ts';
import { asksToEdit, harmOfAddress } from './address.ts';
import {
  asksForHarm,
  asksToBeSure,
  harmOfName,
  harmOfText,
  isActionCall,
  isAffirmation,
  isClosing,
  isCross,
  isOfOthers,
  isRefusal,
  remembered,
  saysToSend,
  tellsOfLoss,
  wordsOfName,
} from './text.ts';
import { folded, names as nameWords, sentence as sentences } from './words.ts';

const list = z.array(z.string()).readonly();

/** Words of an element and its surroundings. */
export const elementWordsSchema = z.object({
  /** Words that a reader sees, or a screen reader speaks: text, labels, titles, values, one by one. */
  texts: list,
  /** Names in and of the element for programs: identifiers, classes, icons, data attributes. */
  names: list,
  /** Description elsewhere on the page, by `aria-describedby`. */
  descriptions: list,
  /** Ambiguous names: of fields, of one letter, of surroundings. */
  looseNames: list,
  /** Addresses as written. */
  addresses: list,
  /** Scripts in attributes. */
  codes: list,
  /** Name, role, identifier and classes of the element and its ancestors, the innermost first. */
  places: list,
  /** Paragraphs of the surrounding dialog; empty outside of dialogs. */
  asked: list,
  /** Text beside a short answer to a question, from the surrounding small block without controls. */
  questions: list,
  /** Possible answers to the question, including the element. */
  answers: list,
  /** True if the element is in a search form. */
  searches: z.boolean(),
  /** True if the element is in a form, or is one. */
  isInForm: z.boolean(),
});
export type ElementWords = z.infer<typeof elementWordsSchema>;

/** Names of attributes that hold scripts. */
const CODED = /^(?:on[a-z]+|@.+|v-on:.+|x-on:.+|(?:data-)?ng-.+|wire:.+|_)$/;
/** Names of attributes with visible or spoken words. */
const SPOKEN =
  /^(?:title|alt|aria-label|aria-labelledby|aria-description|label|data-(?:[a-z]+-)*(?:title|label|tooltip|tip|text|message|content|caption|hint|original-title))$/;
/** Names of attributes that name an action. */
const ACTION_ATTRIBUTE =
  /^(?:command|data-(?:[a-z]+-)*(?:action|act|op|cmd|command|do|verb|function|fn|handler|event|trigger|purpose))$/;
/** Names of attributes with other names. */
const NAMED =
  /^(?:id|class|name|icon|role|slot|part|data-(?:[a-z]+-)*(?:icon|role|testid|test|qa|cy|feather|lucide|name|type|target))$/;
/** Names of attributes with the method of a script's request. */
const METHOD = /^(?:[a-z]+-)*(?:method|verb)$/;
const WRITES = /^(?:post|put|patch|delete)$/i;

/**
 * Tells whether a link's element, apart from text and address, says that following the link has an effect on the
 * server.
 *
 * @param said see `said` of a walk
 * @param isArticle tells whether the link leads to an article, whose title may name an action as well
 */
export function saysToAct(said: string, isArticle: () => boolean): boolean {
  const says = howItActs(said);
  return says === 'always' || (says === 'spoken' && !isArticle());
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

/** Tells whether an attribute says that following the link has an effect, whatever the address. */
function lineActs(name: string, value: string): boolean {
  if (value === 'false') return false;
  if (name === 'button') return harmOfText(value) === 'sure';
  if (CODED.test(name)) return isHarmfulCode(value) || (/confirm\s*\(/.test(value) && !leadsOutside(value));
  if (name.includes('confirm')) return value !== '' && !leadsOutside(value);
  if (name === 'aria-describedby') return tellsOfHarm(value);
  if (METHOD.test(name) && WRITES.test(value)) return true;
  if (/^(?:\/|https?:\/\/|\?)\S+$/.test(value)) return isHarmfulAddress(value);
  if (ACTION_ATTRIBUTE.test(name)) return value.split(' ').some(isHarmfulCode);
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

/** Elements and roles of list entries that a cross removes. */
const TAKEN = /^(?:tr|td|li)\b|^\w+ (?:row|listitem|option|gridcell|cell)\b/;

/** Tells whether a press may end a session, delete or send something, by words, icons, scripts and place. */
export function isHarmfulElement(element: ElementWords, isSession: boolean): boolean {
  const { texts, names, looseNames, addresses, codes, places, asked, questions, answers, searches } = element;
  if (element.descriptions.some(tellsOfHarm) || (element.isInForm && !searches && texts.some(saysToSend))) return true;
  if (texts.some((text) => isHarmfulText(text, isSession && !searches))) return true;
  if (addresses.some(isHarmfulAddress) || codes.some(isHarmfulCode)) return true;
  // `OK` does what the dialog asks.
  const isAsked = asked.some(asks) || asksToLose(asked) || questions.some(asksToConfirm) || asksToLose(questions);
  const warnsOfLoss = [...asked, ...questions].some((text) => sentencesOf(text).some(tellsOfLoss));
  const agrees = texts.some(isAffirmation);
  const mayRefuse = answers.some((text) => !texts.includes(text) && isRefusal(text));
  if (agrees && asked.length > 0 && warnsOfLoss) return true;
  if (
    agrees &&
    mayRefuse &&
    (warnsOfLoss || (asked.length > 0 && !asked.some((text) => sentences.asksForConsent.test(folded(text)))))
  )
    return true;
  if (isAsked && !texts.some((text) => isClosing(text) || isCross(text))) return true;
  const isChoice = places.slice(0, 4).some((place) => nameWords.choice.test(place));
  const said = names.map((name) => nameHarm(name, isChoice));
  if (said.includes('sure') || looseNames.some((name) => nameHarm(name, isChoice) === 'sure')) return true;
  // A readable word rules out a cross. The place tells the effect of a cross; a letter counts as one only in a list.
  if (texts.some((text) => isReadable(text) && !isIconName(text))) return false;
  const isSign = texts.some((text) => isCross(text) && !isLetter(text)) || said.includes('cross');
  const place = isChoice || names.some((name) => nameWords.closes.test(name)) ? 'closed' : placeOf(places);
  return isSign ? place !== 'closed' : texts.some(isLetter) && place === 'taken';
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?;。？！؟՞])\s*/);

const isQuestion = (sentence: string): boolean => /[?？؟;]\s*$|՞/.test(sentence);

/** Tells whether a dialog asks for a harmful action, or names one in its title; statements do not count. */
const asks = (text: string): boolean =>
  sentencesOf(text).some(
    (sentence) =>
      asksToBeSure(sentence) || harmOfText(sentence) === 'sure' || (isQuestion(sentence) && asksForHarm(sentence)),
  );

/** Tells whether a description mentions a loss: `This permanently deletes the draft.` */
const tellsOfHarm = (text: string): boolean =>
  sentencesOf(text).some((sentence) => tellsOfLoss(sentence) || asksForHarm(sentence));

/** Tells whether the text beside an answer asks to confirm something harmful; questions of readers (FAQ) do not. */
const asksToConfirm = (text: string): boolean =>
  sentencesOf(text).some(
    (sentence) => asksToBeSure(sentence) || (isQuestion(sentence) && asksForHarm(sentence) && !isOfOthers(sentence)),
  );

/** Most letters of `Are you sure?` in any language. */
const LONGEST_PLAIN_QUESTION = 50;

/** Tells whether a dialog asks for confirmation and says what will be lost. */
function asksToLose(asked: readonly string[]): boolean {
  const sentences = asked.flatMap(sentencesOf);
  return (
    sentences.some((sentence) => isQuestion(sentence) && sentence.length <= LONGEST_PLAIN_QUESTION) &&
    sentences.some(tellsOfLoss)
  );
}

/** Tells whether a text names a harmful action. */
const isHarmfulText = (text: string, isSession: boolean): boolean => {
  const harm = harmOfText(text);
  return (
    harm === 'sure' || (isSession && harm === 'doubtful') || (isIconName(text) && nameHarm(text, false) === 'sure')
  );
};

/** Tells whether a text is the name of an icon in a font: `delete_forever`. */
const isIconName = (text: string): boolean => /^[a-z]+(?:_[a-z]+)+$/.test(text);

/** Tells whether a text is a letter x that may be a cross. */
const isLetter = (text: string): boolean => isCross(text) && /^\p{L}$/u.test(text.trim());

const isReadable = (text: string): boolean => /\p{L}{2}/u.test(text);

const harmOfWrittenName = remembered((name) => harmOfName(wordsOfName(name)));

function nameHarm(name: string, isChoice: boolean): 'sure' | 'cross' | undefined {
  const harm = harmOfWrittenName(name);
  return harm && isChoice && /remove|clear|reset|cancel/i.test(name) ? 'cross' : harm;
}

/** Tells whether the nearest known ancestor can be closed or is a part of a list. */
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

/** Tells whether a written address is harmful; pictures are judged by name. */
function isHarmfulAddress(written: string): boolean {
  const isPicture = written.startsWith('#') || /\.(?:svg|png|gif|jpe?g|webp)(?:[?#]|$)/i.test(written);
  if (isPicture) return isHarmfulPicture(written);
  const url = parseUrl(written, 'http://page.invalid/');
  return url !== undefined && (harmOfAddress(url) === 'sure' || asksToEdit(url));
}

/** Calls that are common for lists and elements, and remove nothing from a server. */
const HARMLESS_CALL =
  /(?:classList|searchParams|params|Storage|style|dataset|selected|options)\s*\.\s*\w+$|^(?:remove|delete|clear)(?:Child|Class|Attr|Attribute|AttributeNode|EventListener|Listener|Property|Data|Node|Prop|Timeout|Interval)$|[.]remove(?:Child|Class|Attr|Attribute|AttributeNode|EventListener|Listener|Property|Data|Prop)$/;

/** Tells whether a script in an attribute, or a part of one, is harmful, by calls and addresses. */
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

/** Tells whether a function or a script's command has a harmful name: `cart.purchase`, `click->item#destroy`. */
const isHarmfulCall = (path: string): boolean => {
  const name = path.split(/[.#:>]/).at(-1) ?? '';
  if (nameHarm(name, false) === 'sure') return true;
  return isActionCall(wordsOfName(name)) && !(path.includes('.') && nameWords.messages.test(name));
};
