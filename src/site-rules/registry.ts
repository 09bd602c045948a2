import type { Maker } from '../domain/rule-factory.ts';
import { bestFirst } from './best-first.ts';
import { discountedUcb } from './discounted-ucb.ts';
import { gittins } from './gittins.ts';
import { goodUcb } from './good-ucb.ts';
import { sequential } from './sequential.ts';
import type { SiteRule } from './site-rule.ts';
import { thompson } from './thompson.ts';
import { timeQuantum } from './time-quantum.ts';
import { trivial } from './trivial.ts';
import { ucb1 } from './ucb1.ts';

export const siteRules: readonly Maker<SiteRule>[] = [
  sequential,
  timeQuantum,
  trivial,
  gittins,
  ucb1,
  discountedUcb,
  goodUcb,
  thompson,
  bestFirst,
];
