import { DRAWN, ofSharedElement, sharedElement } from './shared-element.ts';

/**
 * Ends finite animations, such as of an opening menu. Scripts are notified with the next frame.
 *
 * @returns true if any animation was ended
 */
export function endAnimations(): boolean {
  const hasEnd = ({ playState, playbackRate, effect }: Animation) =>
    playState === 'running' && playbackRate !== 0 && Number.isFinite(effect?.getComputedTiming().endTime);
  const ending = Document.prototype.getAnimations.call(document).filter(hasEnd);
  for (const animation of ending) {
    try {
      animation.finish();
    } catch {
      // The animation has lost its timeline.
    }
  }
  return ending.length > 0;
}

const tellPage = (type: string): void => {
  const shared = sharedElement();
  if (shared) EventTarget.prototype.dispatchEvent.call(shared, new Event(type));
};

/** Notifies the page's world that an action begins: effects of the next frame then belong to this action. */
export const beginPictures = (): void => tellPage('act');

/** Runs the frame callbacks requested since, as if a frame was drawn. Returns true if there were any. */
export function drawPicture(): boolean {
  const before = ofSharedElement(DRAWN);
  tellPage('draw');
  return ofSharedElement(DRAWN) !== before;
}
