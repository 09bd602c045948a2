import { coInlinks, coOutlinks } from './colinks.ts';
import { domains, impact } from './impact.ts';
import { links, matrix, sites } from './link-counts.ts';
import { metrics, network } from './network.ts';

/** Reports of `forager counts`; see docs/webometrics.md. */
export const countReports = [links, matrix, sites, coInlinks, coOutlinks, impact, domains, metrics, network] as const;
