import { csv } from './csv.ts';
import type { ExportFormat } from './format.ts';
import { jsonl } from './jsonl.ts';
import { sqlite } from './sqlite.ts';

export const exportFormats: readonly ExportFormat[] = [csv, jsonl, sqlite];
