import { type LostBy, lostBy } from './lost.ts';
import { type OpenWorld, openWorld } from './open-world.ts';
import { clairvoyant } from './oracle/clairvoyant.ts';
import { graphOf } from './oracle/graph.ts';
import { siteOracle } from './oracle/site-oracle.ts';
import { replay } from './replay.ts';
import type { LabTask, OracleTask, TaskResult, WebChoice } from './tasks.ts';
import type { World } from './world.ts';

/** What the clairvoyant can be compared in. */
const LINKS = 'new-external-links';

/** Does tasks one after the other. The web that was asked for last stays open. */
export class TaskDoer {
  #web: { readonly choice: string; readonly open: Promise<OpenWorld> } | undefined;

  /** @throws BadInput for a web that can't be opened, and for a strategy that can't be */
  async do(task: LabTask): Promise<TaskResult> {
    const world = (await this.#open(task.web)).of(task.seed);
    return task.kind === 'replay' ? await replay(world, task.choice, task) : await this.#oracles(task, world);
  }

  async close(): Promise<void> {
    // What could not be opened was told when it was asked for.
    const open = await this.#web?.open.catch(() => undefined);
    await open?.close();
    this.#web = undefined;
  }

  async #open(web: WebChoice): Promise<OpenWorld> {
    const choice = JSON.stringify(web);
    if (this.#web?.choice !== choice) {
      await this.close();
      this.#web = { choice, open: openWorld(web.files, web.split, web.name) };
    }
    return await this.#web.open;
  }

  async #oracles({ pageLimit, measure, topic, strategies, workers }: OracleTask, world: World): Promise<TaskResult> {
    const graph = await graphOf(world, measure, topic);
    // There are no more visits than that, however many are allowed.
    const most = Math.min(
      pageLimit,
      graph.levelGains.reduce((sum, { length }) => sum + length, 0),
    );
    const losses: LostBy[] = [];
    for (const one of measure === LINKS ? strategies : [])
      losses.push(await lostBy(world, graph, one, { pageLimit: most, workers }));
    return {
      curve: siteOracle(graph.levelGains, most).curve,
      ...(measure === LINKS && { clairvoyant: Float64Array.from(clairvoyant(graph, { pageLimit: most })), losses }),
      web: { name: world.name, sites: graph.sites, pages: graph.pages, links: graph.externals },
    };
  }
}
