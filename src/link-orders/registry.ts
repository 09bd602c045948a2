import type { Maker } from '../domain/rule-factory.ts';
import { depthFirst } from './depth-first.ts';
import { hits, hitsText } from './hits/hits.ts';
import { learned } from './learned/learned.ts';
import { level } from './level.ts';
import { linkGroup } from './link-group.ts';
import type { LinkOrder } from './link-order.ts';
import { random } from './random.ts';
import { futureValue } from './topical/future-value.ts';
import { immediateValue } from './topical/immediate-value.ts';
import { incremental } from './topical/incremental.ts';
import { topic } from './topical/topic.ts';

export const linkOrders: readonly Maker<LinkOrder>[] = [
  level,
  depthFirst,
  random,
  linkGroup,
  learned,
  immediateValue,
  futureValue,
  incremental,
  topic,
  hits,
  hitsText,
];
