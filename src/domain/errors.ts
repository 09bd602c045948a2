import { closest } from 'fastest-levenshtein';

/** Exit codes of commands, listed in docs/exit-codes.md. */
export const ExitCode = { done: 0, error: 1, badInput: 4, deadLinks: 5, nothingCrawled: 9, interrupted: 11 } as const;

/** Ends the command. The message is the one line that the user sees. */
export abstract class StopCommand extends Error {
  abstract readonly exitCode: number;
}

/** Command that can't run as given: the user must change a flag, a file or a target first. */
export class BadInput extends StopCommand {
  readonly exitCode = ExitCode.badInput;
}

/** Refusal of a worker because it, or another one, must be alone in the crawl. The other may leave soon. */
export class MustBeAlone extends BadInput {}

/** Failure of the machine, such as a full disk or a browser that can't start. */
export class CommandFailed extends StopCommand {
  readonly exitCode = ExitCode.error;
}

/** Crawl in which no page of any site was captured. */
export class NothingCrawled extends StopCommand {
  readonly exitCode = ExitCode.nothingCrawled;
}

/** Failure that may be temporary (time-out, 5xx, a crashed tab): the visit is retried after a pause. */
export class RetryVisit extends Error {}

/** Failure of a host or the network rather than of one page. Several such failures make an outage. */
export class HostTrouble extends RetryVisit {
  /** Failed host, as returned by `bareHost`; a redirect may lead to another host. Undefined if unknown. */
  readonly host: string | undefined;
  /** True if a server answered (HTTP 5xx), so the network is up. */
  readonly isAnswer: boolean;

  constructor(message: string, host?: string, isAnswer = false) {
    super(message);
    this.host = host;
    this.isAnswer = isAnswer;
  }

  /** Returns the same error for the given host. */
  at(host: string): HostTrouble {
    return new HostTrouble(this.message, host, this.isAnswer);
  }
}

/** Host without an answering server. The error says nothing about the page. */
export class HostUnreachable extends HostTrouble {
  override at(host: string): HostUnreachable {
    return new HostUnreachable(this.message, host);
  }
}

/** Busy server (HTTP 429, 503): its host gets fewer requests. `retryAfter`: requested wait in milliseconds. */
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

/** Adds a host to a host error that names none. */
export const troubleAt = <E>(error: E, host: string | undefined): E | HostTrouble =>
  error instanceof HostTrouble && error.host === undefined && host !== undefined ? error.at(host) : error;

/** Permanent failure of a page. The message is stored as the reason. */
export class GiveUpVisit extends Error {}

/** Fault of Forager itself. The crawl shows the fault, so that the user can report it. */
export class OwnFault extends GiveUpVisit {}

/** Page that robots.txt or the guard of private networks forbids. */
export class RefusedVisit extends GiveUpVisit {}

/** Returns the message of a thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Returns the error message for an unknown name, with the nearest name and all valid names.
 * @param names at least one
 */
export const unknownName = (what: string, name: string, names: readonly string[]): string =>
  `unknown ${what} "${name}": did you mean "${closest(name, names)}"? There are: ${names.join(', ')}`;
