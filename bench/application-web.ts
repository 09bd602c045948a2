import { serveDemo } from '../src/demo/server.ts';
import { facultyApplications } from '../test/site/faculty-applications.ts';
import { printLine } from './run-child.ts';

/** Serves applications written by scripts until standard input ends. Prints where it listens, and what stands on each page. */
const server = await serveDemo({ portals: facultyApplications.map(({ portal }) => portal) });
const links = facultyApplications.flatMap((application) => [...application.links]);
printLine({ hostRules: server.hostRules, urls: links.map(([url]) => url), links });
process.stdin.resume().once('close', () => void server.close());
