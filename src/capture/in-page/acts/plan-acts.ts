import { does, type ListenerSpec } from '../../explore/gestures.ts';
import { walkRules } from '../../walk/walk-rules.ts';
import { isConnected, nameOf } from '../dom.ts';
import type { PlanGesture } from '../gestures/gesture.ts';
import { inOrder, registry } from '../gestures/registry.ts';
import { hrefOf } from './addresses.ts';
import { labelOf } from './element-looks.ts';
import { isKnown, kept, know, knownPlaceOf, placeOf, renewed } from './kept-acts.ts';
import { beginLooking, hasMore, hears, isFar, isOfAnother, opened, pointedIn } from './listening.ts';
import { isThere } from './shown.ts';
import { isDisabled, isSeen } from './usable.ts';
import { beginPlan, pattern, plan, sayOf } from './worded-acts.ts';

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

  /** Tells whether a planned element now looks like productive ones, as a day with an event does. */
  const isAlikeNow = (act: string, element: Element, group: () => string): boolean => {
    const groups = productive.length > 0 ? kept.groups.get(act) : undefined;
    if (!groups) return false;
    const now = group();
    return productive.includes(now) && !groups.has(now) && isSeen(element);
  };
  const planAsItIs: PlanGesture = (element, gesture, place, root = element) => {
    const { describe, usedFor } = registry[gesture];
    const before = knownPlaceOf(element);
    const href = does(gesture, 'presses') ? hrefOf(element) : undefined;
    const group = () => `${gesture}${href === undefined ? '' : ' that leads'} ${place} ${pattern(element, root)}`;
    const isAlike = before !== undefined && isAlikeNow(`${before} ${gesture}`, element, group);
    if (before !== undefined && !isAlike && isKnown(`${before} ${gesture}`, element, place, root)) return;
    // A disabled element is planned for again once it, or the submit button, is enabled.
    if (isDisabled(usedFor?.(element) ?? element)) return;
    // A listener for all links follows them; a link's own listener may do something else.
    if (href !== undefined && !kept.roots.has(element)) return;
    if (silentNames.has(nameOf(element))) return;
    // A pointer does not hit such elements.
    if (root !== element && does(gesture, 'points') && getComputedStyle(element).pointerEvents === 'none') return;
    const target = placeOf(element);
    const act = `${target} ${gesture}`;
    if (!isAlike && isKnown(act, element, place, root)) return;
    // The page has started to listen for a known element as well, as it does while something is open.
    const isAgain = !isAlike && isFar(root) && kept.known.has(act) && !kept.unseen.has(act);
    know(act, element, place, root);
    if (does(gesture, 'clicks')) kept.groups.set(act, new Set([...(kept.groups.get(act) ?? []), group()]));
    plan.planned.push({
      act: [target, gesture],
      group: group(),
      label: labelOf(element),
      place,
      ownPlaces: root === element ? undefined : kept.roots.get(element)?.places.join(' '),
      href,
      opens: does(gesture, 'presses') ? opened(element) : undefined,
      ...describe?.(element, root),
      ...(isAgain ? { isControl: false, mayOpenLate: false } : {}),
      comesLast: isAgain || (does(gesture, 'points') && isOfAnother(element, root)),
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
  for (const [root, { types, places }] of kept.roots) {
    if (!isConnected(root)) continue;
    for (const gesture of inOrder) {
      const { events = [], elements = pointedIn, planAt, planVariants } = registry[gesture];
      // Pages often listen for what opens temporarily, once more each time.
      const place = [...new Set(places.filter((_, at) => events.includes(types[at] ?? '')))].join(' ');
      if (place === '') continue;
      planVariants?.(root, place);
      for (const element of elements(root)) {
        // Elements with listeners are planned for by these.
        if (element !== root && hears(element, events)) continue;
        if (planAt) planAt(element, place, root, planAsItIs);
        else planAsItIs(element, gesture, place, root);
      }
    }
  }
  for (const gesture of inOrder) registry[gesture].planUnheard?.(planAsItIs);
  return {
    own,
    planned: plan.planned,
    words: plan.words,
    hasMore: hasMore(),
    renewed: [...new Set([...renewed, ...missing.filter(isThere)])],
  };
}
