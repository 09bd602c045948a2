/**
 * Tells which of a script's relative strings name modules, and no pages: those that are imported or required, and keys of an
 * object, as bundlers list them. It is told the script's tokens but for its strings, in their order.
 */
export declare class ModuleNames {
    #private;
    /** @param next the token behind the string */
    isOne(text: string, next: string): boolean;
    token(value: string): void;
}
