import { serveDemo } from '../src/demo/server.ts';
import { facultyApplications } from '../test/site/faculty-applications.ts';
import { printLine } from './run-child.ts';

/** Serves scripted applications until standard input ends. Prints its addresses, and the links of each page. */
const server = await serveDemo({ portals: facultyApplications.map(({ portal }) => portal) });
const links = facultyApplications.flatMap((application) => [...application.links]);
printLine({ hostRules: server.hostRules, urls: links.map(([url]) => url), links });
process.stdin.resume().once('close', () => void server.close());
