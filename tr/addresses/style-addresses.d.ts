/** The addresses in a style sheet, or in a piece of one, as written: what it imports and loads, but not its namespaces. */
export declare function styleAddresses(text: string): string[];
