import { z } from 'zod';
import { patternError } from '../url/patterns.ts';

/** Patterns that are taken at once. */
const MOST = 100;

const pattern = z.string().superRefine((text, context) => {
  const message = patternError(text);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** Patterns as `--include` and `--exclude` have them. */
export const patternList = z.array(pattern).max(MOST, `are at most ${MOST}`);
