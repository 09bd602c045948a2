import type { Stroke } from './gestures.ts';
/**
 * The keys that a handler asks for in its source: `e.key === '?'`, `'KeyK' == e.code`, `case 'h':`, `['j', 'k'].includes(key)`,
 * `27 === e.which`, each with the keys that are to be held down with it. Not those that delete, those that are pressed
 * anyway, and those that do what harms, as far as the source says so.
 */
export declare function namedKeys(source: string): readonly Stroke[];
