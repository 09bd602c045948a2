import { z } from 'zod';
import { scopeKinds } from '../domain/site.ts';
import { CONTACT, NO_CONTACT } from '../url/contact.ts';
import { parseUrl } from '../url/parse.ts';
import { patternError } from '../url/patterns.ts';
import { flag, grouped } from './options.ts';

/** Their names, for --help. */
export const names = (members: readonly { readonly name: string }[]): string =>
  members.map(({ name }) => name).join(', ');

/** One proxy for all: with a name and password in it, it is a secret, so the environment may tell it. */
const proxyAddress = z
  .string()
  .optional()
  .transform((given, context) => {
    const address = given ?? process.env.FORAGER_PROXY;
    if (address === undefined || /^https?:$/.test(parseUrl(address)?.protocol ?? '')) return address;
    const where = given === undefined ? 'FORAGER_PROXY ' : '';
    context.addIssue({ code: 'custom', message: `${where}must be http://host:port` });
    return z.NEVER;
  });

export const scopeOption = flag(z.enum(scopeKinds, `must be one of ${scopeKinds.join(', ')}`).default('host'), {
  value: 'SCOPE',
  description: 'what belongs to a site: its host, its registrable domain, or the prefix (folder) of its start page',
});

export const patternList = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .superRefine((all, context) => {
    const error = all.map(patternError).find((one) => one !== undefined);
    if (error !== undefined) context.addIssue({ code: 'custom', message: error });
  });

/** How servers are reached, and as whom. */
export const reachOptions = grouped('Network', {
  contact: flag(z.string().regex(CONTACT, NO_CONTACT).optional(), {
    value: 'ADDRESS',
    description: 'how servers can reach you: a page or mail address for the user agent',
  }),
  proxy: flag(proxyAddress, { value: 'URL', description: 'proxy for all requests; FORAGER_PROXY if not given' }),
  storageState: flag(z.string().optional(), {
    value: 'FILE',
    description: 'cookies and local storage of a session, as Playwright saves them, to read pages behind a login',
  }),
  cookies: flag(z.string().optional(), {
    value: 'FILE',
    description: 'cookies.txt, as curl and browser extensions write it',
  }),
  insecure: flag(z.boolean().default(false), {
    description: 'with a session, too, read what servers send whose certificates are not valid',
  }),
  hostRules: flag(z.string().default(''), {
    value: 'RULES',
    description: 'where host names lead, as in Chromium: "MAP *.edu.test 127.0.0.1:8088"',
  }),
});

export const commonOptions = {
  db: flag(z.string().min(1, 'must not be empty').default('data/forager.sqlite'), {
    value: 'FILE',
    description: 'database of the crawl',
  }),
  json: flag(z.boolean().default(false), { description: 'print the result as one JSON document' }),
};
