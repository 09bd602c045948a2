import { z } from 'zod';
import { serveDemo } from '../src/demo/server.ts';
import { mixedPortals } from './mixed-portals.ts';
import { childArguments, printLine } from './run-child.ts';

/** Serves mixed sites until standard input ends. Prints its address, and their start pages, as one JSON line. */
const input = z.object({ sites: z.number(), pages: z.number(), staticShare: z.number() });
const { sites, pages, staticShare } = childArguments(input);
const portals = mixedPortals(sites, pages, staticShare);
const server = await serveDemo({ portals });
printLine({ hostRules: server.hostRules, starts: portals.map(({ start }) => start) });
process.stdin.resume().once('close', () => void server.close());
