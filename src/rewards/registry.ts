import type { Maker } from '../domain/rule-factory.ts';
import { documents } from './documents.ts';
import { mixOf } from './mix.ts';
import { newExternalLinks } from './new-external-links.ts';
import { newExternalSites } from './new-external-sites.ts';
import { relevantPages } from './relevant-pages.ts';
import type { Reward } from './reward.ts';

const simple: readonly Maker<Reward>[] = [newExternalLinks, newExternalSites, documents, relevantPages];

export const rewards: readonly Maker<Reward>[] = [...simple, mixOf(simple)];
