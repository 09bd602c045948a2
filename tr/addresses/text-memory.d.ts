/** Undefined: it could not be read. */
type Read<Found> = (text: string) => Promise<readonly Found[] | undefined>;
/** Reads texts that many pages of a site share: each once, as long as it is asked for now and then. */
export declare class TextMemory<Found = string> {
    #private;
    constructor(read: Read<Found>);
    read(text: string): Promise<readonly Found[] | undefined>;
}
export {};
