/**
 * Runs in a page: ends what moves, as what opens does; what moves without end goes on. Scripts are told with the next picture.
 *
 * @returns whether anything did
 */
export function endAnimations(): boolean {
  const ending = Document.prototype.getAnimations
    .call(document)
    .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
  for (const animation of ending) animation.finish();
  return ending.length > 0;
}
