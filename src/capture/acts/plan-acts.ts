import { silentElements } from '../../domain/page.ts';
import { openTrees } from '../browser/open-trees.ts';
import { pageFunctionOf } from '../browser/page-functions.ts';
import { walkRules } from '../walk/walk-rules.ts';
import { actTraits } from './act-traits.ts';
import { askedFields } from './asked-fields.ts';
import { blankFields } from './blank-fields.ts';
import { boundedValues } from './bounded-values.ts';
import { chartMarks } from './chart-marks.ts';
import { chosenFiles } from './chosen-files.ts';
import { elementLooks } from './element-looks.ts';
import { elementWords } from './element-words.ts';
import { fieldChoices } from './field-choices.ts';
import { gestureElements } from './gesture-elements.ts';
import { gestureEvents } from './gesture-events.ts';
import type { Gesture, ListenerSpec } from './gestures.ts';
import { hiddenBlock } from './hidden-block.ts';
import { isDisabled } from './is-disabled.ts';
import { isScriptAddress } from './is-script-address.ts';
import { isSeen } from './is-seen.ts';
import { keptActs } from './kept-acts.ts';
import { optionActs } from './option-acts.ts';
import { optionWords } from './option-words.ts';
import { pictureSpots } from './picture-spots.ts';
import { sliderValues } from './slider-values.ts';
import { typedTexts } from './typed-texts.ts';
import { whereLinksLead } from './where-links-lead.ts';
import { wordedActs } from './worded-acts.ts';

const parts = {
  ...{ actTraits, fieldChoices, gestureElements, gestureEvents, keptActs, optionActs, whereLinksLead, wordedActs },
  ...{
    elementLooks,
    elementWords,
    optionWords,
    hiddenBlock,
    isDisabled,
    isScriptAddress,
    isSeen,
    openTrees,
    silentElements,
    walkRules,
  },
  ...{ askedFields, blankFields, boundedValues, chartMarks, chosenFiles, pictureSpots, sliderValues, typedTexts },
};

/** A function that runs in a page, see `planActs`. */
export const PLAN_IN_PAGE = pageFunctionOf(planActs, parts);

/**
 * Runs in a page, in a world of our own: what could be done to elements that listen, or to those in them where they
 * listen for others. An act is planned once.
 *
 * @param of what the page is handed with it, and nothing else
 * @param most elements in one that listens that are looked at
 * @param missing targets that were not there
 * @param fruitful groups of presses that have brought links: an element that looks like these now is pressed as one of them
 * @returns what is planned, with the words of the elements; the places of the elements that are the document's own, and
 * whether any were left aside; targets that were made anew, and missing ones that are there
 */
function planActs(
  of: typeof parts,
  specs: readonly ListenerSpec[],
  most: number,
  missing: readonly number[],
  fruitful: readonly string[],
  ...elements: readonly Node[]
) {
  const pointed = /^(press|hover|leave|touch|swipe-left|swipe-right|double|menu|middle|hold|drag)$/;
  /** Those of which some are scripts. */
  const scripted = '[*|href*="script:" i], [formaction*="script:" i]';
  const natural =
    'summary, [popovertarget], [commandfor], button[command], form[method=dialog i] :is(button, input[type=submit i]), [formmethod=dialog i]';
  const blank = of.blankFields();
  const blanks = `select, textarea, [contenteditable]:not([contenteditable=false i]), input:is([type=range i], [type=color i]), ${blank.blanks}`;
  const submits = 'button:not([type=button i], [type=reset i]), input:is([type=submit i], [type=image i])';
  const { silent, aside, unseen } = of.walkRules;
  const silentNames = new Set(`${silent} ${aside} ${unseen}`.split(' '));
  const { isSeen, gestureEvents } = of;
  const looks = of.elementLooks();
  const marks = of.chartMarks();
  const links = of.whereLinksLead(of.isScriptAddress);
  const { isPlace, hrefOf } = links;
  const acts = of.keptActs(looks, isSeen);
  const { kept, renewed, knownPlaceOf, placeOf, isKnown, know } = acts;
  const found = of.gestureElements(kept, gestureEvents, of.openTrees, most);
  const { isElement, nameOf, isFar, hears, inside, candidates } = found;
  const optionWords = of.optionWords();
  const worded = of.wordedActs(acts, found, looks, of.elementWords, of.silentElements, optionWords);
  const { planned, words, sayOf, pattern } = worded;
  const traitsOf = of.actTraits(found, gestureEvents, marks, pointed, blanks);
  const options = of.optionActs(acts, found, worded, looks, isSeen, marks, of.pictureSpots, of.sliderValues);
  const files = of.chosenFiles();
  const valuesOf = (field: Element) => [...of.boundedValues(field), ...files.filesFor(field)];
  const choices = of.fieldChoices(acts, found, worded, links, optionWords, of.typedTexts, valuesOf, most);

  /** Whether what was planned looks by now like others that have brought links, as a day does on which something takes place. */
  const isAlikeNow = (act: string, element: Element, group: () => string): boolean => {
    const groups = fruitful.length > 0 ? kept.groups.get(act) : undefined;
    if (!groups) return false;
    const now = group();
    return fruitful.includes(now) && !groups.has(now) && isSeen(element);
  };
  const plan = (element: Element, gesture: Gesture, place: string, root: Node = element) => {
    const before = knownPlaceOf(element);
    const href = /^(press|touch|double|hold)$/.test(gesture) ? hrefOf(element) : undefined;
    const group = () => `${gesture}${href === undefined ? '' : ' that leads'} ${place} ${pattern(element, root)}`;
    const isAlike = before !== undefined && isAlikeNow(`${before} ${gesture}`, element, group);
    if (before !== undefined && !isAlike && isKnown(`${before} ${gesture}`, element, place, root)) return;
    // It is another matter once it can be used, itself or what sends it.
    const used = gesture === 'submit' ? (inside(element, submits)[0] ?? element) : element;
    if (of.isDisabled(used)) return;
    // What listens for all links follows them; a link that listens itself may do something else.
    if (href !== undefined && !kept.roots.has(element)) return;
    if (silentNames.has(nameOf(element))) return;
    // Nobody points at what lets the pointer through.
    if (root !== element && pointed.test(gesture) && getComputedStyle(element).pointerEvents === 'none') return;
    const target = placeOf(element);
    const act = `${target} ${gesture}`;
    if (!isAlike && isKnown(act, element, place, root)) return;
    // The page has begun to listen for it, too, as it does while something is open.
    const isAgain = !isAlike && isFar(root) && kept.known.has(act) && !kept.unseen.has(act);
    know(act, element, place, root);
    if (gesture === 'press') kept.groups.set(act, new Set([...(kept.groups.get(act) ?? []), group()]));
    planned.push({
      act: [target, gesture],
      group: group(),
      label: looks.labelOf(element),
      place,
      ownPlaces: root === element ? undefined : kept.roots.get(element)?.places.join(' '),
      href,
      isAhead: (/^(hover|focus)$/.test(gesture) && hrefOf(element) !== undefined) || undefined,
      ...traitsOf(element, gesture, root, isAgain),
      words: [sayOf(element, root)],
    });
  };

  const own: number[] = [];
  elements.forEach((root, index) => {
    // The document's tree holds those of its frames, too.
    if (root !== document && Reflect.get(Node.prototype, 'ownerDocument', root) !== document) return;
    own.push(index);
    const spec = specs[index];
    if (spec) kept.roots.set(root, spec);
  });
  for (const [root, { types, places, strokes }] of kept.roots) {
    if (!Reflect.get(Node.prototype, 'isConnected', root)) continue;
    for (const [gesture, names] of gestureEvents.byGesture) {
      // What opens for a while is often listened for by the whole page, once more for each.
      const place = [...new Set(places.filter((_, at) => names.includes(types[at] ?? '')))].join(' ');
      if (place === '') continue;
      if (gesture === 'key') options.planStrokes(root, place, strokes);
      if (gesture === 'press') options.planSpots(root, place);
      if (gesture === 'press' || gesture === 'key') options.planSliders(root, place);
      if (gesture === 'drag' && isElement(root) && hears(root, ['drop']))
        options.planWith(root, gesture, inside(document, '[draggable=true]').slice(1), place, root);
      for (const element of candidates(root, gesture)) {
        // What listens itself is planned for by what it hears.
        if (element !== root && hears(element, names)) continue;
        plan(element, gesture, place, root);
        if (gesture === 'submit') options.planWith(element, gesture, inside(element, submits).slice(1), place, root);
        if (gesture === 'enter') choices.planHeard(element, place, root);
      }
    }
  }
  const runs = (element: Element) =>
    Array.from(element.attributes).some(
      ({ localName, value }) => /^(?:href|formaction)$/.test(localName) && of.isScriptAddress(value),
    );
  for (const element of inside(document, `${scripted}, ${natural}`))
    if (runs(element) || element.matches(natural)) plan(element, 'press', 'natural');
  // Buttons may ask what stands in fields.
  if (planned.some(({ act: [, gesture] }) => gesture === 'press'))
    for (const field of inside(document, blanks)) plan(field, 'enter', 'natural');
  choices.planAsked();
  of.askedFields(acts, found, worded, looks, choices, blank).planFilled();
  // Pressing it is what tells them.
  if (hears(document, ['hashchange', 'popstate']))
    for (const link of inside(document, 'a[href*="#"], area[href*="#"]'))
      if (isPlace(link)) plan(link, 'press', 'natural');
  for (const form of inside(document, 'form[action*="script:" i]'))
    if (of.isScriptAddress(form.getAttribute('action') ?? '')) plan(form, 'submit', 'natural');
  const isThere = (target: number) => {
    const element = kept.targets[target];
    return (
      element !== undefined &&
      Reflect.get(Node.prototype, 'isConnected', element) &&
      of.hiddenBlock(element) === undefined
    );
  };
  return {
    own,
    planned,
    words,
    hasMore: found.hasMore(),
    renewed: [...new Set([...renewed, ...missing.filter(isThere)])],
  };
}
