import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Column, printedTable } from '../src/cli/tables/printed-table.ts';
import type { Metric } from './benchmark.ts';

/** bench/results of the checkout: this file is built to dist/bench. */
const results = fileURLToPath(new URL('../../bench/results/', import.meta.url));

const columns: readonly Column[] = [
  { head: 'measured' },
  { head: 'value', isNumber: true },
  { head: 'unit' },
  { head: 'goal', isNumber: true },
  { head: '' },
];

/** Prints the figures as a table and writes them to bench/results/NAME.json. */
export async function report(bench: string, metrics: readonly Metric[]): Promise<void> {
  const rows = metrics.map(({ name, value, unit, goal, bound, ok }) => [
    ...[name, readable(value), unit],
    ...(goal === null ? ['', ''] : [`${bound} ${goal}`, ok ? 'ok' : 'MISSED']),
  ]);
  process.stdout.write(`${printedTable(columns, rows)}\n`);
  await mkdir(results, { recursive: true });
  const file = `${results}${bench}.json`;
  await writeFile(file, `${JSON.stringify({ bench, machine, metrics }, undefined, 2)}\n`);
  process.stderr.write(`bench: written to ${file}\n`);
}

const [processor] = cpus();
const machine = `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${process.platform}, Node ${process.version}`;

const readable = (value: number): string =>
  Number.isInteger(value)
    ? value.toLocaleString('en')
    : Number(value.toPrecision(4)).toLocaleString('en', { maximumFractionDigits: 6 });
