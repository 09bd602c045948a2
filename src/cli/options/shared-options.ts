import { z } from 'zod';
import { scopeKinds } from '../../domain/site.ts';
import { oneOf, wholeFrom, words } from '../../options/kinds.ts';
import { flag, grouped } from '../../options/option.ts';
import { moment } from '../../storage/lists/link-filter.ts';

/** Returns the names of members, for --help. */
export const names = (members: readonly { readonly name: string }[]): string =>
  members.map(({ name }) => name).join(', ');

/** Makes a switch that is off by default. */
export const offSwitch = (description: string) => flag(z.boolean().default(false), { description });

/** Makes an option whose value is a file. */
export const fileOption = (description: string) => flag(words.text.optional(), { value: 'FILE', description });

export const asOfOption = flag(moment.optional(), {
  value: 'DATE',
  description: 'use the links as known at the end of this date, or at this date-time (UTC)',
});

export const outputOptions = {
  out: flag(words.text.default('-'), { value: 'FILE', description: 'write to this file; - is stdout' }),
  force: offSwitch('overwrite an existing file'),
};

export const scopeOption = flag(oneOf(scopeKinds).text.default('host'), {
  value: 'SCOPE',
  description: 'what belongs to a site: its host, its registrable domain, or the folder of its start page (prefix)',
});

export const commonOptions = {
  db: flag(words.text.default('data/forager.sqlite'), {
    common: true,
    value: 'FILE',
    description: 'database of the crawl; also set by FORAGER_DB',
    variable: 'FORAGER_DB',
  }),
  json: flag(z.boolean().default(false), { common: true, description: 'print the result as JSON' }),
};

/** Database option of commands that do not work with a file. */
export const recordOption = flag(z.string('is required, for example --db postgres://USER@HOST/NAME'), {
  value: 'ADDRESS',
  description: 'PostgreSQL database of the crawl: postgres://USER@HOST/NAME; also set by FORAGER_DB',
  variable: 'FORAGER_DB',
});

export const configOption = flag(z.string().optional(), {
  value: 'FILE',
  description: 'read options from this YAML file',
});

export const logOptions = grouped('Logs (on stderr)', {
  quiet: offSwitch('print only warnings and errors'),
  verbose: offSwitch('print a line for every page'),
  logFormat: flag(oneOf(['json', 'pretty'], 'must be json or pretty').text.default('pretty'), {
    value: 'FORMAT',
    description: 'pretty, or json: one object per line',
  }),
});

/** Port number of this machine. */
export const portNumber = wholeFrom(0, 65_535, 'must be between 0 and 65535').text;

/** Address to listen on: `9464`, or with the local address `0.0.0.0:9464`, `[::]:9464`. */
const listenPlace = z.union([z.string(), z.number()]).transform((given, context) => {
  const [, bracketed, name, digits] = /^(?:\[(.+)\]:|([^:[\]]+):)?(\d+)$/.exec(String(given)) ?? [];
  const { data: port } = portNumber.safeParse(digits);
  if (port !== undefined) return { host: bracketed ?? name ?? '127.0.0.1', port };
  context.addIssue({ code: 'custom', message: 'must be PORT or ADDRESS:PORT, with a port between 0 and 65535' });
  return z.NEVER;
});

export const monitoringOptions = grouped('Monitoring', {
  metrics: flag(listenPlace.optional(), {
    value: 'PORT',
    description:
      'serve /metrics (Prometheus) and /healthz on this port of 127.0.0.1, or on ADDRESS:PORT; 0 picks a free port',
  }),
});
