/**
 * Scent in whole ticks of 2^-20 nat. Adding DeltaS to every page keeps their order, so a page bears the static key
 * k = scent - Phi, Phi the sum of every DeltaS so far: the strongest scent is the largest key, and a step touches no
 * page but those it checks. Whole numbers, halved by floor, so that the key gives the very order of the sweep over all
 * pages, ties included: with fractions the two would round differently.
 */
export const TICKS = 2 ** 20;

/** An amount in nats, 0 or more, as ticks. */
export const ticks = (nats: number): number => Math.round(nats * TICKS);

/** The key after a check at Phi = `phi`: scent := floor(scent / 2) + CalcInfo(d); the harvest in ticks. */
export const halved = (key: number, phi: number, harvest: number): number =>
  Math.floor((key + phi) / 2) + harvest - phi;
