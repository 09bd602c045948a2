import pino from 'pino';
import pretty from 'pino-pretty';
import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { harmless } from '../printable.ts';
import { stderrScreen } from './screen.ts';

export type Log = pino.Logger;

/** Log line of pino. Its message can contain text from pages. */
const logged = z.looseObject({ msg: z.string().default('') });

/** Options for the amount and the form of logs. */
export interface LogChoice {
  readonly logFormat: 'json' | 'pretty';
  /** True to log only warnings. */
  readonly quiet: boolean;
  /** True to log every page. */
  readonly verbose: boolean;
}

/**
 * Makes a log on stderr, because stdout is for results. Messages say all that a person needs; their fields are for
 * programs, and appear only in JSON lines.
 * @throws BadInput if both `quiet` and `verbose` are set
 */
export function makeLog({ logFormat, quiet, verbose }: LogChoice): Log {
  if (quiet && verbose) throw new BadInput('--quiet and --verbose do not work together');
  const level = quiet ? 'warn' : verbose ? 'debug' : 'info';
  const settings = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (logFormat === 'json') return pino(settings, pino.destination({ dest: 2, sync: true }));
  const prettify = pretty.prettyFactory({
    colorize: process.stderr.isTTY,
    ignore: 'time,level',
    hideObject: true,
    singleLine: true,
  });
  return pino(settings, {
    write(line) {
      const { msg, ...fields } = logged.parse(JSON.parse(line));
      stderrScreen.write(`${prettify({ ...fields, msg: harmless(msg) }).trimEnd()}\n`);
    },
  });
}

/** Tells whether a redrawn view is useful: on a terminal that has a width. */
export const isLive = ({ logFormat, quiet }: LogChoice): boolean =>
  process.stderr.isTTY && process.stderr.columns > 0 && logFormat === 'pretty' && !quiet;
