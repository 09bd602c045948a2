import type { Notice } from './notice.ts';

/** A way to send notices. */
export interface Channel {
  readonly name: string;
  /** How its targets are written, for help and errors. */
  readonly form: string;
  /** Whether it takes a target. */
  takes(target: string): boolean;
  /**
   * Reads a target.
   * @param env environment variables, which hold secrets
   * @returns what sends a notice there, and throws what went wrong
   * @throws BadInput for a target that can't be
   */
  open(target: string, env: NodeJS.ProcessEnv): (notice: Notice) => Promise<void>;
}
