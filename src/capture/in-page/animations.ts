import { DRAWN, ofSharedElement, sharedElement } from './shared-element.ts';

/**
 * Ends animations, as when a menu opens; those without end go on. Scripts hear of the end with the next frame.
 *
 * @returns whether anything did
 */
export function endAnimations(): boolean {
  const hasEnd = ({ playState, playbackRate, effect }: Animation) =>
    playState === 'running' && playbackRate !== 0 && Number.isFinite(effect?.getComputedTiming().endTime);
  const ending = Document.prototype.getAnimations.call(document).filter(hasEnd);
  for (const animation of ending) {
    try {
      animation.finish();
    } catch {
      // One that has lost what it is timed by.
    }
  }
  return ending.length > 0;
}

const tellPage = (type: string): void => {
  const shared = sharedElement();
  if (shared) EventTarget.prototype.dispatchEvent.call(shared, new Event(type));
};

/** Says that an act is done now: what opens with the next picture comes of it, and not of what is done after it. */
export const beginPictures = (): void => tellPage('act');

/** Does what scripts have asked for since, as if a picture was drawn. Returns whether they asked for one. */
export function drawPicture(): boolean {
  const before = ofSharedElement(DRAWN);
  tellPage('draw');
  return ofSharedElement(DRAWN) !== before;
}
