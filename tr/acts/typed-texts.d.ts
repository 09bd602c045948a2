/**
 * Runs in a page: what is typed into a field that may suggest something, one after the other: what it lists itself;
 * else letters that most words have, as few have the sample `abc`. It is sent into browsers as it stands, so it uses
 * nothing from outside.
 *
 * @returns none for fields of another kind, and for those that ask who somebody is
 */
export declare function typedTexts(field: Element): readonly string[];
