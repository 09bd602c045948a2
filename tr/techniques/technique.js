/**
 * How much is done to find links. `passive`: the page is read as it shows itself; `active`: it is also acted on, within a
 * small budget; `thorough`: with a larger one, and guesses too.
 */
export const captureLevels = ['passive', 'active', 'thorough'];
/** How much is done where nothing is said. */
export const DEFAULT_CAPTURE = 'active';
//# sourceMappingURL=technique.js.map