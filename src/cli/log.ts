import pino from 'pino';
import pretty from 'pino-pretty';

export type Log = pino.Logger;

/** Logs go to stderr: stdout carries results. */
export function makeLog(options: { format: 'json' | 'pretty'; isQuiet: boolean }): Log {
  const level = options.isQuiet ? 'warn' : 'info';
  const settings = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (options.format === 'json') return pino(settings, pino.destination({ dest: 2, sync: true }));
  return pino(
    settings,
    pretty({ destination: 2, sync: true, colorize: process.stderr.isTTY, ignore: 'time,level', singleLine: true }),
  );
}
