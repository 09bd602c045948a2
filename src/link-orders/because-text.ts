import type { Expectation } from './link-order.ts';

/** Why something was expected, in words: what weighed most, and by which factor. */
export const becauseText = ({ because }: Pick<Expectation, 'because'>): string =>
  because.map(({ what, factor }) => `${what} x${factor.toFixed(2)}`).join(', ');
