import pino from 'pino';
import pretty from 'pino-pretty';
import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { harmless } from '../printable.ts';
import { stderrScreen } from './screen.ts';

export type Log = pino.Logger;

/** A line of pino's. Pages may have a part in what it says. */
const logged = z.looseObject({ msg: z.string().default('') });

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

/** Whether there is somebody to look at a view that is redrawn: a terminal of no size is none. */
export const isLive = ({ logFormat, quiet }: LogChoice): boolean =>
  process.stderr.isTTY && process.stderr.columns > 0 && logFormat === 'pretty' && !quiet;
