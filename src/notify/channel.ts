import type { Notice } from './notice.ts';

/** Means of sending notices. */
export interface Channel {
  readonly name: string;
  /** Syntax of targets, for help and errors. */
  readonly form: string;
  /** Tells whether a target belongs to this channel. */
  takes(target: string): boolean;
  /**
   * Parses a target.
   * @param env environment variables, which hold secrets
   * @returns a function that sends a notice to the target, and throws if this fails
   * @throws BadInput for an invalid target
   */
  open(target: string, env: NodeJS.ProcessEnv): (notice: Notice) => Promise<void>;
}
