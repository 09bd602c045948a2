import type { Gesture, ListenerSpec } from '../../explore/gestures.ts';
import { walkRules } from '../../walk/walk-rules.ts';
import { isConnected, isElement, nameOf } from '../dom.ts';
import { ENTERED_FIELDS, POINTED, traitsOf } from './act-traits.ts';
import { hrefOf, isPlace, isScriptAddress } from './addresses.ts';
import { labelOf } from './element-looks.ts';
import { SUBMITS } from './field-acts.ts';
import { planAsked, planFilled, planHeard } from './field-choices.ts';
import { beginLooking, candidates, EVENTS_OF, hasMore, hears, inside, isFar } from './gesture-elements.ts';
import { isKnown, kept, know, knownPlaceOf, placeOf, renewed } from './kept-acts.ts';
import { beginOptions, planSliders, planSpots, planStrokes, planWith } from './option-acts.ts';
import { isThere } from './shown.ts';
import { isDisabled, isSeen } from './usable.ts';
import { beginPlan, pattern, plan, sayOf } from './worded-acts.ts';

/** Elements of which some have scripts as addresses. */
const SCRIPTED = '[*|href*="script:" i], [formaction*="script:" i]';
const NATURAL =
  'summary, [popovertarget], [commandfor], button[command], form[method=dialog i] :is(button, input[type=submit i]), [formmethod=dialog i]';
const silentNames = new Set(`${walkRules.silent} ${walkRules.aside} ${walkRules.unseen}`.split(' '));

/**
 * Plans actions on elements that listen, or that others listen for; each action is planned once.
 *
 * @param most highest number of elements inspected inside a listening one
 * @param missing targets whose elements were missing
 * @param productive productive groups of presses: an element that now looks like one of them is pressed again
 * @returns actions with the elements' words; indexes of elements of this document; recreated and returned targets;
 *   `hasMore` is true if elements were skipped
 */
export function planActs(
  specs: readonly ListenerSpec[],
  most: number,
  missing: readonly number[],
  productive: readonly string[],
  ...elements: readonly Node[]
) {
  renewed.length = 0;
  beginLooking(most);
  beginPlan();
  beginOptions();

  /** Tells whether a planned element now looks like productive ones, as a day with an event does. */
  const isAlikeNow = (act: string, element: Element, group: () => string): boolean => {
    const groups = productive.length > 0 ? kept.groups.get(act) : undefined;
    if (!groups) return false;
    const now = group();
    return productive.includes(now) && !groups.has(now) && isSeen(element);
  };
  const planAt = (element: Element, gesture: Gesture, place: string, root: Node = element) => {
    const before = knownPlaceOf(element);
    const href = /^(press|touch|double|hold)$/.test(gesture) ? hrefOf(element) : undefined;
    const group = () => `${gesture}${href === undefined ? '' : ' that leads'} ${place} ${pattern(element, root)}`;
    const isAlike = before !== undefined && isAlikeNow(`${before} ${gesture}`, element, group);
    if (before !== undefined && !isAlike && isKnown(`${before} ${gesture}`, element, place, root)) return;
    // A disabled element is planned for again once it, or the submit button, is enabled.
    const used = gesture === 'submit' ? (inside(element, SUBMITS)[0] ?? element) : element;
    if (isDisabled(used)) return;
    // A listener for all links follows them; a link's own listener may do something else.
    if (href !== undefined && !kept.roots.has(element)) return;
    if (silentNames.has(nameOf(element))) return;
    // A pointer does not hit such elements.
    if (root !== element && POINTED.test(gesture) && getComputedStyle(element).pointerEvents === 'none') return;
    const target = placeOf(element);
    const act = `${target} ${gesture}`;
    if (!isAlike && isKnown(act, element, place, root)) return;
    // The page has started to listen for a known element as well, as it does while something is open.
    const isAgain = !isAlike && isFar(root) && kept.known.has(act) && !kept.unseen.has(act);
    know(act, element, place, root);
    if (gesture === 'press') kept.groups.set(act, new Set([...(kept.groups.get(act) ?? []), group()]));
    plan.planned.push({
      act: [target, gesture],
      group: group(),
      label: labelOf(element),
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
    // The document's tree includes those of frames.
    if (root !== document && Reflect.get(Node.prototype, 'ownerDocument', root) !== document) return;
    own.push(index);
    const spec = specs[index];
    if (spec) kept.roots.set(root, spec);
  });
  for (const [root, { types, places, strokes }] of kept.roots) {
    if (!isConnected(root)) continue;
    for (const [gesture, names] of EVENTS_OF) {
      // Pages often listen for what opens temporarily, once more each time.
      const place = [...new Set(places.filter((_, at) => names.includes(types[at] ?? '')))].join(' ');
      if (place === '') continue;
      if (gesture === 'key') planStrokes(root, place, strokes);
      if (gesture === 'press') planSpots(root, place);
      if (gesture === 'press' || gesture === 'key') planSliders(root, place);
      if (gesture === 'drag' && isElement(root) && hears(root, ['drop']))
        planWith(root, gesture, inside(document, '[draggable=true]').slice(1), place, root);
      for (const element of candidates(root, gesture)) {
        // Elements with listeners are planned for by these.
        if (element !== root && hears(element, names)) continue;
        planAt(element, gesture, place, root);
        if (gesture === 'submit') planWith(element, gesture, inside(element, SUBMITS).slice(1), place, root);
        if (gesture === 'enter') planHeard(element, place, root);
      }
    }
  }
  const runs = (element: Element) =>
    Array.from(element.attributes).some(
      ({ localName, value }) => /^(?:href|formaction)$/.test(localName) && isScriptAddress(value),
    );
  for (const element of inside(document, `${SCRIPTED}, ${NATURAL}`))
    if (runs(element) || element.matches(NATURAL)) planAt(element, 'press', 'natural');
  // Buttons may read fields.
  if (plan.planned.some(({ act: [, gesture] }) => gesture === 'press'))
    for (const field of inside(document, ENTERED_FIELDS)) planAt(field, 'enter', 'natural');
  planAsked();
  planFilled();
  // A press is what notifies these listeners.
  if (hears(document, ['hashchange', 'popstate']))
    for (const link of inside(document, 'a[href*="#"], area[href*="#"]'))
      if (isPlace(link)) planAt(link, 'press', 'natural');
  for (const form of inside(document, 'form[action*="script:" i]'))
    if (isScriptAddress(form.getAttribute('action') ?? '')) planAt(form, 'submit', 'natural');
  return {
    own,
    planned: plan.planned,
    words: plan.words,
    hasMore: hasMore(),
    renewed: [...new Set([...renewed, ...missing.filter(isThere)])],
  };
}
