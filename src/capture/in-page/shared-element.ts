/** Name of the event that connects the page's world with the crawler's, before scripts run. */
const MEETING = 'forager-shared-element';

let shared: Element | null = null;

/** Listens for the shared element in the crawler's world, before anything runs in the page's. */
export function listenForSharedElement(): void {
  const hear = (event: Event) => {
    if (event instanceof MouseEvent && event.relatedTarget instanceof Element) shared = event.relatedTarget;
  };
  document.addEventListener(MEETING, hear, { once: true });
}

/** Returns the element known to both worlds but not to the page's scripts; null in a document that started without. */
export const sharedElement = (): Element | null => shared;

/** Creates the element in the page's world, before the page's scripts. */
export function shareElement(): Element {
  const made = document.createElement('i');
  document.dispatchEvent(new MouseEvent(MEETING, { relatedTarget: made }));
  return made;
}

/** Attribute: number of closed shadow trees that scripts have created, accessed or written. */
export const CLOSED = 'closed';
/** Attribute: number of changes that added elements or changed addresses in hidden trees. */
export const CHANGES = 'changes';
/** Attributes: set after too many messages; and the number of frames drawn for actions. */
export const FLOODED = 'flooded';
export const DRAWN = 'drawn';

export const ofSharedElement = (name: string): number =>
  Number((shared && Element.prototype.getAttribute.call(shared, name)) ?? 0);

/** Attributes whose change may bring a link or an element to interact with. */
export const WATCHED_ATTRIBUTES = [
  ...['href', 'src', 'action', 'formaction', 'srcset', 'data', 'poster'],
  ...['data-href', 'data-url', 'data-src', 'data-link', 'open', 'hidden', 'disabled'],
];
