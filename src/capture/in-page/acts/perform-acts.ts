import type { ElementWords } from '../../../safety/element.ts';
import type { Act, Gesture } from '../../explore/gestures.ts';
import { beginPictures, drawPicture, endAnimations } from '../animations.ts';
import { contains, isConnected, openTrees, queryAll } from '../dom.ts';
import { scriptOfAddress } from './addresses.ts';
import { elementWords } from './element-words.ts';
import { isNamed, SUBMITS } from './field-acts.ts';
import { dialogAbove, gestureActs } from './gesture-acts.ts';
import { kept } from './kept-acts.ts';
import { noteDocument } from './replaced-document.ts';
import { pageText, textBeside } from './shown.ts';
import { hiddenBlock, isDisabled, isSeen } from './usable.ts';
import { nameOfOption, wordsOfOption, wordsWithout } from './worded-acts.ts';

/** What came of some acts: how many were done, and whether the page has changed. */
interface Performed {
  readonly done: number;
  readonly hasChanged: boolean;
  /** Whether a block that was hidden is shown. */
  readonly hasShown: boolean;
  /** Whether it looks as before nevertheless: scripts have only drawn it again. */
  readonly isSame: boolean;
  /** Whether the last of them set another address. */
  readonly hasLeft: boolean;
  /** Targets that were not in the page any more. */
  readonly gone: readonly number[];
  /** Which of them were left alone, as the block that their element stands in is hidden: by their places among the acts. */
  readonly hidden: readonly number[];
  /** Whether a dialog covers the element of the next one. */
  readonly isCovered: boolean;
  /** Whether an animation was ended early: scripts hear of it with the next frame. */
  readonly isAnimated: boolean;
  /** What was typed, by these acts or before, and still stands in its fields. */
  readonly typed: readonly string[];
  /** What the element of the next one says, where that is something else than before. */
  readonly words?: ElementWords | undefined;
}

/** What stands in a dialog can be used from when it is opened, and a button from when it is enabled. */
const isUsableNow = ({ attributeName, target }: MutationRecord) =>
  attributeName === 'disabled'
    ? target instanceof Element && !target.hasAttribute('disabled')
    : attributeName !== 'open' || (target instanceof HTMLDialogElement && target.hasAttribute('open'));
const isEmpty = (element: Element) =>
  element.textContent === '' && !element.matches('[href], [src]') && !element.querySelector('[href], [src]');
/** Whether a change may have brought links, or has taken something away: another act could give it back unseen. */
const isTelling = (record: MutationRecord) => {
  if (record.type === 'attributes') return isUsableNow(record);
  const nodes = [...Array.from(record.addedNodes), ...Array.from(record.removedNodes)];
  const elements = nodes.filter((node) => node instanceof Element);
  // What is drawn where a button was pressed, say, and lets the pointer through.
  const isDrawing = () => record.target instanceof Element && getComputedStyle(record.target).pointerEvents === 'none';
  return elements.length > 0 && !(elements.every(isEmpty) && isDrawing());
};

const ADDRESSED = '[href], [src], [action], [data-href], [data-url], [data-src]';
/** Whether a change has brought an address. */
const hasAddress = ({ type, addedNodes }: MutationRecord) =>
  type === 'attributes' ||
  Array.from(addedNodes).some(
    (node) => node instanceof Element && (node.matches(ADDRESSED) || node.querySelector(ADDRESSED) !== null),
  );
const CONTROLS =
  'a, button, input, select, textarea, summary, iframe, dialog, canvas, [onclick], [tabindex], [role]:not([role=alert i], [role=status i], [role=cell i], [role=row i])';
/** Whether a change has brought something else that can be acted on. */
const hasControl = ({ addedNodes }: MutationRecord) =>
  Array.from(addedNodes).some(
    (node) => node instanceof Element && (node.matches(CONTROLS) || node.querySelector(CONTROLS) !== null),
  );
/** Whether a link leads to a place in the page as it stands. */
const isPlaceHere = (link: Element) => {
  const [page = '', place] = String(Reflect.get(link, 'href')).split('#');
  return place !== undefined && page === document.URL.replace(/#.*/s, '');
};

const formOf = (submitter: Element): Element | undefined => Reflect.get(submitter, 'form') ?? undefined;
/** What an element says itself: not what stands beside it, where answers come. */
const ownWords = (words: ElementWords) =>
  JSON.stringify({ ...words, places: [], asked: [], questions: [], answers: [] });
/** What a list says by the option that is chosen. */
const chosenWords = (list: HTMLSelectElement, index: number, whole: ElementWords): ElementWords => {
  const [bare, option] = [wordsWithout(list, whole), list.options[index]];
  const { texts, looseNames } = option ? wordsOfOption(option) : bare;
  return { ...bare, texts: [...bare.texts, ...texts], looseNames: [...bare.looseNames, ...looseNames] };
};

/** Promises that wait for one another after an act. */
const TURNS = 50;
const awaitPromises = async () => {
  for (let turn = 0; turn < TURNS; turn++) await undefined;
};

// What opens a while after the mouse or the focus has come does not if it leaves at once, and what is chosen first may answer last.
const AFTER: { readonly [Later in Gesture]?: Gesture } = {
  leave: 'hover',
  blur: 'focus',
  choose: 'enter',
  'swipe-right': 'swipe-left',
};

/**
 * Does what was planned, one after the other, until something that could be a link has come into the
 * page; what comes of it is to be seen before the next. Events are made by script, so that nothing is sent or opened
 * that only a person's own click may; forms are not submitted, links with addresses of their own not followed. An element
 * that says something else than when its act was planned is not acted on: `words` is what it says now. What a hidden block
 * holds waits until it is shown.
 *
 * @param isJudged the first act is done whatever its element says
 * @param isReached what a dialog covers is acted on, too
 * @param watched targets that brought links: another text beside one of them is a change, too
 * @param isSweep the acts are alike: those that show only texts are gone on from at once
 */
export async function performActs(
  acts: readonly Act[],
  isJudged: boolean,
  isReached: boolean,
  watched: readonly number[],
  isSweep: boolean,
): Promise<Performed> {
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  const trees = openTrees();
  for (const tree of [document, ...trees])
    observer.observe(tree, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['href', 'src', 'open', 'disabled'],
      characterData: watched.length > 0,
    });
  let acting: Element | undefined;
  /** How many changes there were before the act that is done. */
  let changesBefore = 0;
  const stay = (event: Event) => {
    const path = event.composedPath().filter((node): node is Element => node instanceof Element);
    const isOurs = path[0] === acting || event.type === 'submit';
    // What a form holds besides leads nowhere: a box is ticked by its click.
    const leads = path.find((node) => /^(a|area)$/.test(node.localName) || node.matches(SUBMITS));
    const submitter = event instanceof SubmitEvent ? event.submitter : leads?.matches(SUBMITS) ? leads : null;
    const place = submitter ? formOf(submitter) : event.type === 'submit' ? path[0] : leads;
    const address =
      submitter?.getAttribute('formaction') ?? place?.getAttribute(place.localName === 'form' ? 'action' : 'href');
    const script = scriptOfAddress(address ?? '');
    const isHere = /^\s*#/.test(address ?? '#') || (place !== undefined && isPlaceHere(place));
    const method = submitter?.getAttribute('formmethod') ?? place?.getAttribute('method') ?? '';
    const isSent = script === undefined && !/^dialog$/i.test(method);
    const leaves = event.type === 'submit' ? isSent : script === undefined && !isHere;
    if (isOurs && leaves) event.preventDefault();
    const isElsewhere = /^(?!_self$)./.test(place?.getAttribute('target') ?? '');
    if (script === undefined || event.defaultPrevented || isElsewhere || (event.type === 'click' && submitter)) return;
    event.preventDefault();
    // Its value would replace the document.
    const link = document.createElement('a');
    link.href = script;
    link.click();
  };
  /** The last to hear it, behind libraries that begin to listen as it comes by: these leave what was prevented alone. */
  const stayAtLast = ({ type }: Event) => {
    removeEventListener(type, stay);
    addEventListener(type, stay);
  };
  const left = ['submit', 'click'];
  for (const type of left) addEventListener(type, stayAtLast, true);

  const does = gestureActs({
    hasChanged() {
      changes.push(...observer.takeRecords());
      return changes.length > changesBefore;
    },
    actOn(element) {
      acting = element;
    },
  });

  /** What a reader sees, as far as acts bring it. */
  const looks = () => {
    const elements = Document.prototype.getElementsByTagName.call(document, '*').length;
    const opened = queryAll(document, 'dialog[open]').length;
    return `${elements} ${opened} ${pageText(trees)}`;
  };
  for (const field of kept.filled) {
    acting = field;
    await does.restore(field, undefined, 0);
  }
  kept.filled.clear();
  noteDocument();
  observer.takeRecords();
  const looked = looks();
  /** What is to move is shown in one, and begins to move with the next. */
  const mostPictures = 2;
  let done = 0;
  let hasChanged = false;
  let hasShown = false;
  let hasLeft = false;
  let isCovered = false;
  let isSame = false;
  /** Whether acts have drawn something again that looks as before: what comes after them is done without a look. */
  let isRedrawn = false;
  const gone: number[] = [];
  const hidden: number[] = [];
  /** Elements whose showing is looked for after each act. */
  const mostWaiting = 100;
  /** Whether something is shown now that was waited for. */
  const showsBlock = () => {
    const shown = [...kept.waiting].filter((one) => isConnected(one) && !hiddenBlock(one));
    for (const one of shown) kept.waiting.delete(one);
    return shown.length > 0;
  };
  const besides = () =>
    watched.map((target) => {
      const element = kept.targets[target];
      return element && textBeside(element);
    });
  const stood = besides();
  /** Whether something else that has brought links than what was acted on stands beside another text. */
  const isRetold = (actedOn: number) =>
    besides().some((now, at) => {
      const before = stood[at];
      return watched[at] !== actedOn && now && now.elements === before?.elements && now.text !== before.text;
    });
  const address = document.URL;
  let words: ElementWords | undefined;
  const begun = new Set<string>();
  for (const act of acts) {
    const [target, gesture, field, planned = 0] = act;
    const chosen = field === undefined ? undefined : kept.targets[field];
    const isOption = gesture === 'choose' && chosen !== undefined && isNamed(chosen, 'select');
    const isIt = (one: HTMLOptionElement) => nameOfOption(one) === kept.options[planned];
    const option = isOption ? Array.from(chosen.options).findIndex(isIt) : planned;
    if (begun.has(`${field ?? target} ${AFTER[gesture]}`)) break;
    begun.add(`${target} ${gesture}`);
    const element = kept.targets[target];
    const covering = isReached || gesture === 'close' ? undefined : dialogAbove();
    if (element && covering && !contains(covering, element)) {
      isCovered = true;
      break;
    }
    const before = element && kept.said.get(element);
    if (element && before) {
      const now = elementWords(element, before.listens, new Map());
      const text = JSON.stringify({ ...now, places: [] });
      kept.said.set(element, { ...before, words: text });
      if (text !== before.words && !(isJudged && done === 0)) {
        words = gesture === 'choose' && isNamed(element, 'select') ? chosenWords(element, option, now) : now;
        break;
      }
    }
    if (isRedrawn && !(element && isConnected(element))) break;
    done++;
    const saidOfChosen = chosen && kept.said.get(chosen);
    if (chosen && saidOfChosen && chosen !== element) {
      const now = elementWords(chosen, saidOfChosen.listens, new Map());
      if (ownWords(now) !== ownWords(JSON.parse(saidOfChosen.words))) continue;
    }
    if (!element || !isConnected(element)) {
      gone.push(target);
      continue;
    }
    const isHidden = hiddenBlock(element) !== undefined;
    if (!isHidden && !isSeen(element)) kept.unseen.add(act.join(' '));
    if (isHidden) {
      if (kept.waiting.size < mostWaiting) kept.waiting.add(element);
      hidden.push(done - 1);
      continue;
    }
    // What a script has disabled or removed since is left, and planned for again once it can be used.
    if (option < 0 || (gesture !== 'choose' && isDisabled(element))) {
      kept.unseen.add(act.join(' '));
      continue;
    }
    acting = element;
    changesBefore = changes.length;
    beginPictures();
    try {
      await does[gesture](element, chosen, option);
    } catch {
      // What this element can't be done to, another may.
    }
    // What promises and the next pictures bring comes of this act, not of the next.
    await awaitPromises();
    for (let picture = 0; picture < mostPictures && drawPicture(); picture++) await awaitPromises();
    changes.push(...observer.takeRecords());
    hasChanged = changes.some(isTelling) || (changes.length > changesBefore && isRetold(target));
    hasLeft = document.URL !== address;
    isSame = hasChanged && looks() === looked;
    hasShown = showsBlock();
    // A script in an address runs in a task of its own, and not at all where another act leads to another page before.
    const script = element.closest('[href*="script:" i]')?.getAttribute('href') ?? '';
    const runsLater = /^(press|double)$/.test(gesture) && scriptOfAddress(script) !== undefined;
    // So does what a view transition shows.
    const isInTransition = (Reflect.get(Document.prototype, 'activeViewTransition', document) ?? null) !== null;
    if (hasShown || hasLeft || runsLater || isInTransition || gesture === 'ask') break;
    if (!hasChanged) continue;
    const isText = isSweep && !changes.some(hasControl);
    if (!(isSame || isText) || changes.some(hasAddress)) break;
    isRedrawn = true;
    hasChanged = false;
    changes.length = 0;
  }
  observer.disconnect();
  const isAnimated = endAnimations();
  for (const type of left) {
    removeEventListener(type, stayAtLast, true);
    removeEventListener(type, stay);
  }
  return {
    done,
    hasChanged: hasChanged || hasShown || isRedrawn,
    hasShown,
    isSame: isSame || (isRedrawn && !hasChanged && !hasShown),
    hasLeft,
    gone,
    hidden,
    isCovered,
    isAnimated,
    typed: [...kept.texts].flatMap(([field, text]) => (field.value === text ? [text] : [])),
    words,
  };
}
