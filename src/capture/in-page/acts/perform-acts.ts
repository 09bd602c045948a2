import type { ElementWords } from '../../../safety/element.ts';
import { type Act, does } from '../../explore/gestures.ts';
import { beginPictures, drawPicture, endAnimations } from '../animations.ts';
import { contains, isConnected, openTrees, queryAll } from '../dom.ts';
import type { GesturePage } from '../gestures/gesture.ts';
import { registry } from '../gestures/registry.ts';
import { placeHere, scriptOfAddress } from './addresses.ts';
import { elementWords } from './element-words.ts';
import { awaitPromises } from './events.ts';
import { SUBMITS } from './field-acts.ts';
import { kept } from './kept-acts.ts';
import { noteDocument } from './replaced-document.ts';
import { pageText, textBeside } from './shown.ts';
import { dialogAbove, hiddenBlock, isDisabled, isSeen } from './usable.ts';

/** Tells whether an attribute change makes an element usable: a dialog once opened, a button once enabled. */
const isUsableNow = ({ attributeName, target }: MutationRecord) =>
  attributeName === 'disabled'
    ? target instanceof Element && !target.hasAttribute('disabled')
    : attributeName !== 'open' || (target instanceof HTMLDialogElement && target.hasAttribute('open'));
const isOrHas = (element: Element, selector: string) =>
  element.matches(selector) || element.querySelector(selector) !== null;
const isEmpty = (element: Element) => element.textContent === '' && !isOrHas(element, '[href], [src]');
/** Tells whether a change may have added links or removed something, which another action might restore unnoticed. */
const isArticle = (record: MutationRecord) => {
  if (record.type === 'attributes') return isUsableNow(record);
  const nodes = [...Array.from(record.addedNodes), ...Array.from(record.removedNodes)];
  const elements = nodes.filter((node) => node instanceof Element);
  // An effect drawn where a button was pressed, say, lets the pointer through.
  const isDrawing = () => record.target instanceof Element && getComputedStyle(record.target).pointerEvents === 'none';
  return elements.length > 0 && !(elements.every(isEmpty) && isDrawing());
};

const ADDRESSED = '[href], [src], [action], [data-href], [data-url], [data-src]';
/** Elements for further actions. */
const CONTROLS =
  'a, button, input, select, textarea, summary, iframe, dialog, canvas, [onclick], [tabindex], [role]:not([role=alert i], [role=status i], [role=cell i], [role=row i])';
const adds = ({ addedNodes }: MutationRecord, selector: string) =>
  Array.from(addedNodes).some((node) => node instanceof Element && isOrHas(node, selector));

const formOf = (submitter: Element): Element | undefined => Reflect.get(submitter, 'form') ?? undefined;
/** Returns the words of an element without its surroundings, where answers appear. */
const ownWords = (words: ElementWords) =>
  JSON.stringify({ ...words, places: [], asked: [], questions: [], answers: [] });
/** Chained promises that are awaited after an action. */
const TURNS = 50;

/**
 * Performs actions until one adds a possible link. Events are synthetic, so forms are not sent and links not followed.
 * Stops at elements with changed words; hidden blocks are skipped.
 *
 * @param isJudged the first action is done whatever the element's words are
 * @param isReached elements under a dialog are used as well
 * @param watched productive targets: a new text beside one counts as a change
 * @param isSweep the actions are similar: continues after changes of texts alone
 */
export async function performActs(
  acts: readonly Act[],
  isJudged: boolean,
  isReached: boolean,
  watched: readonly number[],
  isSweep: boolean,
) {
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
  /** Number of changes before the current action. */
  let changesBefore = 0;
  const stay = (event: Event) => {
    const path = event.composedPath().filter((node): node is Element => node instanceof Element);
    const isOurs = path[0] === acting || event.type === 'submit';
    // Other elements in a form lead nowhere: a click ticks a box.
    const leads = path.find((node) => /^(a|area)$/.test(node.localName) || node.matches(SUBMITS));
    const submitter = event instanceof SubmitEvent ? event.submitter : leads?.matches(SUBMITS) ? leads : null;
    const place = submitter ? formOf(submitter) : event.type === 'submit' ? path[0] : leads;
    const address =
      submitter?.getAttribute('formaction') ?? place?.getAttribute(place.localName === 'form' ? 'action' : 'href');
    const script = scriptOfAddress(address ?? '');
    const isHere = /^\s*#/.test(address ?? '#') || (place !== undefined && placeHere(place) !== undefined);
    const method = submitter?.getAttribute('formmethod') ?? place?.getAttribute('method') ?? '';
    const isSent = script === undefined && !/^dialog$/i.test(method);
    const leaves = event.type === 'submit' ? isSent : script === undefined && !isHere;
    if (isOurs && leaves) event.preventDefault();
    const isElsewhere = /^(?!_self$)./.test(place?.getAttribute('target') ?? '');
    if (script === undefined || event.defaultPrevented || isElsewhere || (event.type === 'click' && submitter)) return;
    event.preventDefault();
    // A value of the script would replace the document.
    const link = document.createElement('a');
    link.href = script;
    link.click();
  };
  /** Moves the listener to the end, after libraries that add theirs during the event and skip prevented events. */
  const stayAtLast = ({ type }: Event) => {
    removeEventListener(type, stay);
    addEventListener(type, stay);
  };
  const left = ['submit', 'click'];
  for (const type of left) addEventListener(type, stayAtLast, true);

  const page: GesturePage = {
    hasChanged() {
      changes.push(...observer.takeRecords());
      return changes.length > changesBefore;
    },
    actOn(element) {
      acting = element;
    },
  };

  /** Returns the visible state of the page that actions may change. */
  const looks = () => {
    const elements = Document.prototype.getElementsByTagName.call(document, '*').length;
    const opened = queryAll(document, 'dialog[open]').length;
    return `${elements} ${opened} ${pageText(trees)}`;
  };
  for (const { undo } of Object.values(registry)) undo?.(page);
  noteDocument();
  observer.takeRecords();
  const looked = looks();
  /** Movements are set up in one frame and begin with the next. */
  const mostPictures = 2;
  let done = 0;
  let hasChanged = false;
  /** True if a hidden block is shown now; and if the last action set another address. */
  let hasShown = false;
  let hasLeft = false;
  /** True if a dialog covers the element of the next action. */
  let isCovered = false;
  /** True if the page looks as before despite changes, since scripts only redrew content. */
  let isSame = false;
  /** True if actions redrew content that looks as before: following ones need no inspection. */
  let isRedrawn = false;
  /** Targets that were no longer in the page; and indexes of skipped actions, whose elements are in a hidden block. */
  const gone: number[] = [];
  const hidden: number[] = [];
  /** Hidden elements that are checked after each action. */
  const mostWaiting = 100;
  /** Tells whether an awaited element is shown now. */
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
  /** Tells whether the text changed beside a watched target other than the current one. */
  const isRetold = (actedOn: number) =>
    besides().some((now, at) => {
      const before = stood[at];
      return watched[at] !== actedOn && now && now.elements === before?.elements && now.text !== before.text;
    });
  const address = document.URL;
  /** Words of the next action's element, if these have changed. */
  let words: ElementWords | undefined;
  const begun = new Set<string>();
  for (const act of acts) {
    const [target, gesture, field, planned = 0] = act;
    const chosen = field === undefined ? undefined : kept.targets[field];
    const { optionNow, perform, waitsFor, wordsOf } = registry[gesture];
    const option = optionNow?.(chosen, planned) ?? planned;
    if (begun.has(`${field ?? target} ${waitsFor}`)) break;
    begun.add(`${target} ${gesture}`);
    const element = kept.targets[target];
    const covering = isReached || does(gesture, 'uncovers') ? undefined : dialogAbove();
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
        words = wordsOf?.(element, option, now) ?? now;
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
    // An element disabled or removed by a script is planned for again once usable.
    if (option < 0 || (!does(gesture, 'enables') && isDisabled(element))) {
      kept.unseen.add(act.join(' '));
      continue;
    }
    acting = element;
    changesBefore = changes.length;
    beginPictures();
    try {
      await perform(element, chosen, option, page);
    } catch {
      // Another element may allow the action.
    }
    // Effects of promises and next frames belong to this action, not to the next.
    await awaitPromises(TURNS);
    for (let picture = 0; picture < mostPictures && drawPicture(); picture++) await awaitPromises(TURNS);
    changes.push(...observer.takeRecords());
    hasChanged = changes.some(isArticle) || (changes.length > changesBefore && isRetold(target));
    hasLeft = document.URL !== address;
    isSame = hasChanged && looks() === looked;
    hasShown = showsBlock();
    // A script in an address runs as a separate task, and never if an action leads away first.
    const script = element.closest('[href*="script:" i]')?.getAttribute('href') ?? '';
    const runsLater = does(gesture, 'clicks') && scriptOfAddress(script) !== undefined;
    // So do effects of a view transition.
    const isInTransition = (Reflect.get(Document.prototype, 'activeViewTransition', document) ?? null) !== null;
    if (hasShown || hasLeft || runsLater || isInTransition || does(gesture, 'ends')) break;
    if (!hasChanged) continue;
    const isText = isSweep && !changes.some((one) => adds(one, CONTROLS));
    if (!(isSame || isText) || changes.some((one) => one.type === 'attributes' || adds(one, ADDRESSED))) break;
    isRedrawn = true;
    hasChanged = false;
    changes.length = 0;
  }
  observer.disconnect();
  // Scripts are notified of an animation that was ended early with the next frame.
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
    /** Texts typed now or before that are still in their fields. */
    typed: [...kept.texts].flatMap(([field, text]) => (field.value === text ? [text] : [])),
    words,
  };
}
