import type { Migration } from 'kysely';
import { spine } from './0001-spine.ts';
import { politeness } from './0002-politeness.ts';
import { deletions } from './0003-deletions.ts';
import { aliasesAndTraps } from './0004-aliases-and-traps.ts';
import { resources } from './0005-resources.ts';
import { templates } from './0006-templates.ts';
import { recordedDecisions } from './0007-recorded-decisions.ts';
import { history } from './0008-history.ts';
import { revisits } from './0009-revisits.ts';
import { pauses } from './0010-pauses.ts';
import { sessionPages } from './0011-session-pages.ts';
import { exactHistory } from './0012-exact-history.ts';
import { queueGroups } from './0013-queue-groups.ts';
import { observations } from './0014-observations.ts';
import { externalDomains } from './0015-external-domains.ts';
import { earlierEdges } from './0016-earlier-edges.ts';
import { refusals } from './0017-refusals.ts';
import { leases } from './0018-leases.ts';
import { quickOpen } from './0019-quick-open.ts';
import { freshMemory } from './0020-fresh-memory.ts';
import { topics } from './0021-topics.ts';
import { origins } from './0022-origins.ts';
import { foundSites } from './0023-found-sites.ts';
import { textDifferences } from './0024-text-differences.ts';
import { siteLimits } from './0025-site-limits.ts';
import { toldByGroups } from './0026-told-by-groups.ts';
import { keptStates } from './0027-kept-states.ts';
import { crashes } from './0028-crashes.ts';
import { levelsOfVisits } from './0029-levels-of-visits.ts';
import { keysFirst } from './0030-keys-first.ts';
import { linkIdentities } from './0031-link-identities.ts';
import { homesOfSites } from './0042-homes-of-sites.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-spine': spine,
  '0002-politeness': politeness,
  '0003-deletions': deletions,
  '0004-aliases-and-traps': aliasesAndTraps,
  '0005-resources': resources,
  '0006-templates': templates,
  '0007-recorded-decisions': recordedDecisions,
  '0008-history': history,
  '0009-revisits': revisits,
  '0010-pauses': pauses,
  '0011-session-pages': sessionPages,
  '0012-exact-history': exactHistory,
  '0013-queue-groups': queueGroups,
  '0014-observations': observations,
  '0015-external-domains': externalDomains,
  '0016-earlier-edges': earlierEdges,
  '0017-refusals': refusals,
  '0018-leases': leases,
  '0019-quick-open': quickOpen,
  '0020-fresh-memory': freshMemory,
  '0021-topics': topics,
  '0022-origins': origins,
  '0023-found-sites': foundSites,
  '0024-text-differences': textDifferences,
  '0025-site-limits': siteLimits,
  '0026-told-by-groups': toldByGroups,
  '0027-kept-states': keptStates,
  '0028-crashes': crashes,
  '0029-levels-of-visits': levelsOfVisits,
  '0030-keys-first': keysFirst,
  '0031-link-identities': linkIdentities,
  '0042-homes-of-sites': homesOfSites,
};
