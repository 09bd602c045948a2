/** Makes a file that nobody but its owner may read, or makes one that is there so. */
export declare function makePrivate(file: string): void;
