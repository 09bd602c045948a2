/** The name of the event by which the page's own world meets ours, before scripts run. */
const MEETING = 'forager-shared-element';

let shared: Element | null = null;

/** Begins to listen, in our world of every document, before anything is run in the page's own. */
export function hearOfSharedElement(): void {
  const hear = (event: Event) => {
    if (event instanceof MouseEvent && event.relatedTarget instanceof Element) shared = event.relatedTarget;
  };
  document.addEventListener(MEETING, hear, { once: true });
}

/** An element that the page's own world has, too, and its scripts have not; null in a document that began without. */
export const sharedElement = (): Element | null => shared;

/** Makes the element in the page's own world, before its scripts. */
export function shareElement(): Element {
  const made = document.createElement('i');
  document.dispatchEvent(new MouseEvent(MEETING, { relatedTarget: made }));
  return made;
}

/** Its attributes: how many closed shadow trees scripts have made, got hold of or written; … */
export const CLOSED = 'closed';
/** … how often elements came into hidden trees, or addresses changed there; … */
export const CHANGES = 'changes';
/** … that scripts have said or heard more than they may; how many pictures were drawn that acts have asked for. */
export const FLOODED = 'flooded';
export const DRAWN = 'drawn';

export const ofSharedElement = (name: string): number =>
  Number((shared && Element.prototype.getAttribute.call(shared, name)) ?? 0);

/** Attributes whose change may bring a link, or something to act on. */
export const WATCHED_ATTRIBUTES = [
  ...['href', 'src', 'action', 'formaction', 'srcset', 'data', 'poster'],
  ...['data-href', 'data-url', 'data-src', 'data-link', 'open', 'hidden', 'disabled'],
];
