/**
 * Runs in a page: ends what moves, as what opens does; what moves without end goes on. Scripts are told with the next picture.
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
