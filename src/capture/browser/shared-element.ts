/** What the page's own world meets ours with, before scripts run. */
const MEETING = 'forager-shared-element';

/** Runs in our world of every document, before what is run in the page's own: hears of the element. */
function hearOfElement(meeting: string): void {
  const hear = (event: Event) => {
    if (event instanceof MouseEvent) Reflect.set(globalThis, Symbol.for('shared element'), event.relatedTarget);
  };
  document.addEventListener(meeting, hear, { once: true });
}

/** To be run in our world, before what is run in the page's own. */
export const HEAR_OF_SHARED_ELEMENT = `(${hearOfElement.toString()})('${MEETING}')`;

/** Runs in our world: an element that the page's own world has, too, and its scripts have not; null in a document that began without. */
export function sharedElement(): Element | null {
  return Reflect.get(globalThis, Symbol.for('shared element')) ?? null;
}

/**
 * To be run in the page's own world, before its scripts.
 *
 * @param sources of functions that are called with the element
 */
export const withSharedElement = (...sources: readonly string[]): string => `((shared) => {
  document.dispatchEvent(new MouseEvent('${MEETING}', { relatedTarget: shared }));
  for (const use of [${sources.join(',\n')}]) use(shared);
})(document.createElement('i'))`;
