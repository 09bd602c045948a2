import { z } from 'zod';
import { demoPortals } from '../src/demo/portals.ts';
import { serveDemo } from '../src/demo/server.ts';
import { childArguments, printLine } from './run-child.ts';

/** Serves the demo web until standard input ends. Prints its address, and its sites, as one JSON line. */
const { seed, scale } = childArguments(z.object({ seed: z.number(), scale: z.number() }));
const portals = demoPortals(seed, scale);
const server = await serveDemo({ portals });
const sites = portals.map(({ name, shortName, start, kind }) => ({ name, shortName, url: start, kind }));
printLine({ hostRules: server.hostRules, sites });
process.stdin.resume().once('close', () => void server.close());
