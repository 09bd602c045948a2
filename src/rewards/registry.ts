import type { Maker } from '../domain/maker.ts';
import { newExternalLinks } from './new-external-links.ts';
import type { Reward } from './reward.ts';

export const rewards: readonly Maker<Reward>[] = [newExternalLinks];
