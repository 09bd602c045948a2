import { level } from './level.ts';
import type { LinkOrderMaker } from './link-order.ts';

export const linkOrders: readonly LinkOrderMaker[] = [level];
