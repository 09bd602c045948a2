import { closest } from 'fastest-levenshtein';

/** What a command's exit code says; docs/exit-codes.md lists them. */
export const ExitCode = { done: 0, error: 1, badInput: 4, deadLinks: 5, nothingCrawled: 9, interrupted: 11 } as const;

/** Ends the command: its message is the one line that the user sees. */
export abstract class StopCommand extends Error {
  abstract readonly exitCode: number;
}

/** The command can't run as given: the flags, a file or the place it points to must be changed first. */
export class BadInput extends StopCommand {
  readonly exitCode = ExitCode.badInput;
}

/** The command was right, the machine failed it (a full disk, a browser that can't start). */
export class CommandFailed extends StopCommand {
  readonly exitCode = ExitCode.error;
}

/** Not one page of any site could be read. */
export class NothingCrawled extends StopCommand {
  readonly exitCode = ExitCode.nothingCrawled;
}

/** The page may load later (time-out, 5xx, a crashed tab): try again after a pause. */
export class RetryVisit extends Error {}

/** A host, or the way to it, failed and not the page by itself: where others fail, too, it is an outage. */
export class HostTrouble extends RetryVisit {
  /** The host that failed, as `bareHost` has it: a page may redirect to another. Undefined where nobody said. */
  readonly host: string | undefined;
  /** Whether a server said so (HTTP 5xx): then the network is up. */
  readonly isAnswer: boolean;

  constructor(message: string, host?: string, isAnswer = false) {
    super(message);
    this.host = host;
    this.isAnswer = isAnswer;
  }

  /** The same trouble, of that host. */
  at(host: string): HostTrouble {
    return new HostTrouble(this.message, host, this.isAnswer);
  }
}

/** No server answers there: nothing is said about the page. */
export class HostUnreachable extends HostTrouble {
  override at(host: string): HostUnreachable {
    return new HostUnreachable(this.message, host);
  }
}

/** The server is busy (HTTP 429, 503): ask its host less often. `retryAfter`: milliseconds to wait, where it said so. */
export class HostBusy extends HostTrouble {
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter: number | undefined, host?: string) {
    super(message, host, true);
    this.retryAfter = retryAfter;
  }

  override at(host: string): HostBusy {
    return new HostBusy(this.message, this.retryAfter, host);
  }
}

/** Says whose trouble an error tells of, where it is a host's and does not say whose. */
export const troubleAt = <E>(error: E, host: string | undefined): E | HostTrouble =>
  error instanceof HostTrouble && error.host === undefined && host !== undefined ? error.at(host) : error;

/** The page will not load: mark it failed with the message as its reason. */
export class GiveUpVisit extends Error {}

/** A fault of Forager itself at a page; the crawl shows it, so that its user can report it. */
export class OwnFault extends GiveUpVisit {}

/** The page may not be asked for: robots.txt or the guard of private networks forbids it. */
export class RefusedVisit extends GiveUpVisit {}

/** Returns the message of a thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is said of a name that is not among those that there are: the nearest of them, and all. @param names at least one */
export const unknownName = (what: string, name: string, names: readonly string[]): string =>
  `unknown ${what} "${name}": did you mean "${closest(name, names)}"? There are: ${names.join(', ')}`;
