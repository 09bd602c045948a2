import { setTimeout as sleep } from 'node:timers/promises';
import type { Portal } from '../src/demo/portal.ts';
import { randomNumbers } from './synthetic-site.ts';

/** One request as its server saw it, in milliseconds of this process's clock. */
export interface SeenRequest {
  readonly host: string;
  readonly at: number;
  /** Unanswered requests to the same host, itself included. */
  readonly together: number;
}

const NEW_LINKS = 5;

/**
 * Hosts that answer everything, robots.txt too, after half to one and a half times the `latency`, and have endless
 * pages: page k links to the next ones. `seen` grows with each request.
 */
export function slowPortals(hosts: number, latency: number): { portals: Portal[]; seen: SeenRequest[] } {
  const seen: SeenRequest[] = [];
  const random = randomNumbers(hosts);
  const portals = Array.from({ length: hosts }, (_, index): Portal => {
    const host = `www.host-${index}.test`;
    let together = 0;
    return {
      ...{ name: host, shortName: host, host, kind: 'university', start: `http://${host}/page/0` },
      ...{ pages: Number.POSITIVE_INFINITY, externals: 0 },
      async answer({ path }) {
        seen.push({ host, at: performance.now(), together: ++together });
        await sleep(latency * (0.5 + random()));
        together--;
        return path === '/robots.txt' ? text('plain', 'User-agent: *\nDisallow:\n') : text('html', page(path));
      },
    };
  });
  return { portals, seen };
}

const text = (type: string, body: string) => ({
  status: 200,
  headers: { 'content-type': `text/${type}; charset=utf-8` },
  body,
});

function page(path: string): string {
  const k = Number(path.slice(path.lastIndexOf('/') + 1));
  const links = Array.from({ length: NEW_LINKS }, (_, index) => `<li><a href="/page/${k + 1 + index}">next</a></li>`);
  return `<!doctype html><title>Page ${k}</title><ul>${links.join('')}</ul>`;
}
