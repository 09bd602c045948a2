import type { Maker } from '../domain/maker.ts';
import { level } from './level.ts';
import type { LinkOrder } from './link-order.ts';

export const linkOrders: readonly Maker<LinkOrder>[] = [level];
