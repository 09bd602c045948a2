import { parseRobots } from '../frontier/robots.ts';
import type { Store } from '../storage/open.ts';
import { storedIdentity } from '../storage/runs.ts';
import { robotsQueries, seedQueries } from '../storage/seeds.ts';
import { limitsOf } from '../storage/sites.ts';
import { resourceQueries } from '../storage/visit.ts';
import { withCase } from '../url/classify.ts';
import { isFilePath } from '../url/file-types.ts';
import { identityKey, keyHash } from '../url/normalise.ts';
import { admission } from '../url/patterns.ts';
import { scopeOfSeed } from '../url/scope.ts';
import { lastConfig, recordedOptions } from './run-record.ts';

/**
 * Why an address was never visited that no page read so far links to: whose it would be, and what would become of it if it
 * were found, by the patterns of the last run and by the robots.txt that is stored. A sentence each.
 */
export function whyNever(store: Store, address: URL): string[] {
  const identity = storedIdentity(store);
  const hashes = [identity, withCase(identity)].map((one) => keyHash(identityKey(address, one)));
  const seeds = seedQueries(store).all.all({});
  const resources = resourceQueries(store);
  const resource = seeds.find(({ id }) => hashes.some((hash) => resources.find.get({ site: id, hash })));
  if (resource)
    return [`It is a resource of ${resource.short_name}: resources are listed, and only links are visited.`];
  const own = seeds.filter((seed) => scopeOfSeed(seed)(address));
  const lines = ['No page that was read so far links to it.'];
  if (own.length === 0)
    return [
      ...lines,
      'It belongs to no site of this crawl: such links are listed where they are found, and not visited.',
    ];
  for (const { short_name, removed } of own)
    lines.push(
      removed === null
        ? `It would belong to ${short_name}.`
        : `It would belong to ${short_name}, which was removed from the crawl.`,
    );
  const isLetIn = own.some((row) => {
    const { include, exclude } = limitsOf(row);
    return admission(include, exclude)?.(address.href) ?? true;
  });
  if (!isLetIn) lines.push('If it were found, the patterns that its site has of its own would keep it out.');
  const { include, exclude } = recordedOptions(lastConfig(store));
  if (!(admission(include, exclude)?.(address.href) ?? true))
    lines.push('If it were found, --include or --exclude of the last run would keep it out.');
  if (isFilePath(address.pathname))
    lines.push(
      'Its address ends like that of a file: files are listed, not visited, unless their ending proves one of pages.',
    );
  const robots = robotsQueries(store).get.get({ origin: address.origin });
  if (robots && !parseRobots(robots.body).allows(address))
    lines.push('If it were found, robots.txt of its server would forbid it.');
  return lines;
}
