import { serveDemo } from '../src/demo/server.ts';
import { labPortals, labs } from '../test/site/capture-lab/labs.ts';
import { printLine } from './run-child.ts';

/** Serves the capture lab until standard input ends. Prints its address, and its pages, as one JSON line. */
const server = await serveDemo({ portals: labPortals });
const urls = Object.values(labs).flatMap(({ pages }) => pages.map(({ url }) => url));
printLine({ hostRules: server.hostRules, urls });
process.stdin.resume().once('close', () => void server.close());
