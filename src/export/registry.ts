import { csv } from './csv.ts';
import type { ExportFormat } from './format.ts';
import { jsonl } from './jsonl.ts';
import { parquet } from './parquet.ts';
import { sqlite } from './sqlite.ts';
import { xlsx } from './xlsx.ts';

export const exportFormats: readonly ExportFormat[] = [csv, jsonl, parquet, sqlite, xlsx];
