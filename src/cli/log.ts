import pino from 'pino';
import pretty from 'pino-pretty';
import { BadInput } from '../domain/errors.ts';
import { stderrScreen } from './screen.ts';

export type Log = pino.Logger;

/** How a command was asked to tell what it does. */
export interface LogChoice {
  readonly logFormat: 'json' | 'pretty';
  /** Warnings only. */
  readonly quiet: boolean;
  /** Every page. */
  readonly verbose: boolean;
}

/**
 * Logs go to stderr: stdout carries results. Messages say all that a person needs; their fields are for programs, and
 * stand in JSON lines only.
 *
 * @throws BadInput if both less and more is asked for
 */
export function makeLog({ logFormat, quiet, verbose }: LogChoice): Log {
  if (quiet && verbose) throw new BadInput('--quiet and --verbose exclude each other');
  const level = quiet ? 'warn' : verbose ? 'debug' : 'info';
  const settings = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (logFormat === 'json') return pino(settings, pino.destination({ dest: 2, sync: true }));
  const prettify = pretty.prettyFactory({
    colorize: process.stderr.isTTY,
    ignore: 'time,level',
    hideObject: true,
    singleLine: true,
  });
  return pino(settings, { write: (line) => stderrScreen.write(`${prettify(line).trimEnd()}\n`) });
}

/** Whether there is somebody to look at a view that is redrawn: a terminal of no size is none. */
export const isLive = ({ logFormat, quiet }: LogChoice): boolean =>
  process.stderr.isTTY && process.stderr.columns > 0 && logFormat === 'pretty' && !quiet;
