/** How long a read waits, in milliseconds. */
export interface Patience {
    /** For a server to begin its answer. */
    readonly answer: number;
    /** For a page's documents to load and become quiet; then the page is read as it is. What is still coming gets thrice that. */
    readonly page: number;
    /** For requests without an answer while nothing on the page changes: some, such as long polls, never get one. */
    readonly requests: number;
    /** For a script that keeps the page from being read; then the script is ended. */
    readonly script: number;
}
export declare const patience: Patience;
