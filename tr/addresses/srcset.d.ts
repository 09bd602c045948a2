/** The addresses of an attribute `srcset` (HTML, §4.8.4.2.1): those of candidates may have commas, but not at their ends. */
export declare function srcsetAddresses(text: string): string[];
