import type { Claim, VisitResult } from '../src/frontier/frontier.ts';
import { collectGarbage } from './collect-garbage.ts';
import { cpuSince } from './cpu-time.ts';
import { openFrontier, START } from './open-frontier.ts';
import { childArguments, printLine } from './run-child.ts';
import { siteChoiceInput } from './site-choice-result.ts';

const WARM_UP = 50;
const REPEATS = 300;
const IN_FLIGHT = 4;

const EMPTY_PAGE: VisitResult = {
  askedAt: undefined,
  outcome: 'page',
  reason: '',
  httpStatus: 200,
  contentType: 'text/html',
  title: '',
  address: undefined,
  canonical: undefined,
  links: [],
};

/** Measures one site rule in a frontier of many sites: claims with four pages in flight whose visits bring nothing. */
const { file, name, pageLimit } = childArguments(siteChoiceInput);
collectGarbage();
const heapBefore = process.memoryUsage().heapUsed;
const beforeOpen = process.cpuUsage();
const { store, frontier } = await openFrontier(file, name, pageLimit);
const opening = cpuSince(beforeOpen);
collectGarbage();
const memory = process.memoryUsage().heapUsed - heapBefore;

const [claims, settles, inFlight]: [number[], number[], Claim[]] = [[], [], []];
for (let turn = 0; turn < WARM_UP + REPEATS; turn++) {
  const now = START + 1000 * turn;
  const before = process.cpuUsage();
  const next = await frontier.claim(now);
  claims.push(cpuSince(before));
  if (next.kind === 'claim') inFlight.push(next.claim);
  if (inFlight.length < IN_FLIGHT) continue;
  const oldest = inFlight.shift();
  const beforeSettle = process.cpuUsage();
  if (oldest) await frontier.completeVisit(oldest, EMPTY_PAGE, now);
  settles.push(cpuSince(beforeSettle));
}
await store.close();
printLine({
  opening,
  memory,
  claims: claims.slice(WARM_UP),
  settles: settles.slice(WARM_UP),
});
