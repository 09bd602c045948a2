/**
 * By which methods a script asks for what it names, as far as its text tells: by the function that is called, by an
 * argument (`open('POST', '/x')`), by an option (`fetch('/x', { method: 'DELETE' })`, `{ type: 'POST', url: '/x' }`), also
 * where the address stands in a constant. It is told the script's tokens in their order.
 */
export declare class ScriptMethods {
    #private;
    /** The method that an address is asked by: what writes, unless it is read, too; undefined where nothing tells. */
    of(address: string): string | undefined;
    token(kind: 'name' | 'sign', value: string): void;
    string(text: string): void;
}
/** The method that counts among those by which an address is asked: GET where it is read, too. */
export declare const writtenBy: (methods: ReadonlySet<string>) => string | undefined;
