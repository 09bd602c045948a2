/** A string in data, and the key that it stands under. */
interface Entry {
    readonly key: string;
    readonly text: string;
}
/** The strings of a JSON text; none where it is not JSON. */
export declare function stringsInJson(text: string): Entry[];
/** Names of terms, not of pages. */
export declare const VOCABULARY: RegExp;
/** The addresses in JSON-LD, as written. */
export declare const linkedDataAddresses: (text: string) => string[];
/** The addresses in an import map, as written: those of modules and of folders of them. */
export declare const importMapAddresses: (text: string) => string[];
/** The addresses in speculation rules, as written. */
export declare const speculatedAddresses: (text: string) => string[];
export {};
