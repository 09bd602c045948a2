import type { TopicDefinition } from '../../domain/topic.ts';
import type { SeenLink } from '../../frontier/frontier.ts';
import { storedKey } from '../../url/normalise.ts';
import { NOT_RECORDED, replay } from '../replay.ts';
import type { Answer, World } from '../world.ts';

/** One visit that the budget is charged with. */
export interface LevelVisit {
  /** The link's identity key. */
  readonly key: string;
  readonly answer: Answer;
  /** It redirects to a page that was read before: it brings nothing. */
  readonly isDuplicate: boolean;
  /** What it is worth in the measure. */
  readonly gain: number;
}

/** The links of a visit that count: those of duplicates and of failures do not. */
export const linksOf = ({ answer, isDuplicate }: Pick<LevelVisit, 'answer' | 'isDuplicate'>): readonly SeenLink[] =>
  isDuplicate || answer.outcome === 'failed' ? [] : answer.links;

/**
 * All visits of a crawl of one site in link order `level`. Each visit is charged, a redirect, a failure and a file too.
 *
 * @param site its place in the world
 * @param measure the reward in which gains are counted
 */
export async function levelWalk(
  world: World,
  site: number,
  measure: string,
  topic?: TopicDefinition | undefined,
): Promise<LevelVisit[]> {
  const { name, identity, sites } = world;
  const alone = {
    name,
    identity,
    sites: sites.slice(site, site + 1),
    answer: (_: number, key: string) => world.answer(site, key),
  };
  const visits: LevelVisit[] = [];
  await replay(
    alone,
    { strategy: 'beebot-sequential', reward: measure, params: {}, topic },
    {
      pageLimit: Number.MAX_SAFE_INTEGER,
      workers: 1,
      seed: 1,
      onVisit({ claim, settled }) {
        const key = storedKey(new URL(claim.url), identity);
        const answer = world.answer(site, key) ?? NOT_RECORDED;
        visits.push({ key, answer, isDuplicate: settled.outcome === 'duplicate', gain: settled.reward });
      },
    },
  );
  return visits;
}
