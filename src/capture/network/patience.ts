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
  /** For the page's process, in CPU time; then the page's scripts are ended. */
  readonly processor: number;
}

export const patience: Patience = { answer: 30_000, page: 10_000, requests: 3_000, script: 10_000, processor: 30_000 };
