/** The world of our own that documents are seen from: their scripts can't reach it. */
export const OUR_WORLD = 'forager';

/** Thrown in a document that began without our functions. */
export const NOT_THERE = 'forager: not there';

const sources: string[] = [];

/**
 * Has every document bring a function along, in a world of ours: with all that they need they are long, and would be sent
 * with each call.
 *
 * @param source of a function that uses nothing from outside
 * @returns an expression that is the function; it throws NOT_THERE in a document that began without
 */
export function pageFunction(source: string): string {
  const place = sources.push(source) - 1;
  return `(globalThis[Symbol.for('forager')] ?? (() => { throw '${NOT_THERE}'; })())[${place}]`;
}

/**
 * The same of a function that is handed others by their names, and plain data, before what it is called with: it can have
 * nothing else from outside, nor can they.
 */
export function pageFunctionOf(main: (...given: never[]) => unknown, parts: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(parts).map(([name, part]) => {
    return `${name}: ${typeof part === 'function' ? part.toString() : JSON.stringify(part)}`;
  });
  return pageFunction(`function (...given) { return (${main.toString()})({ ${told.join(', ')} }, ...given); }`);
}

/** A frame's first document, which is blank, has the same world as the one that it is to show: what is kept there is of the first. */
const FORGET = `for (const key of Object.getOwnPropertySymbols(globalThis)) Reflect.deleteProperty(globalThis, key)`;

/** A script that makes them known in a document, before anything else is kept in our world. */
export const pageFunctions = (): string =>
  `${FORGET}; globalThis[Symbol.for('forager')] = [${sources.join(',\n')}]; true`;
