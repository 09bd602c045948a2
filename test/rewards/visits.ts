import type { PageView } from '../../src/domain/observation.ts';
import type { TopicDefinition } from '../../src/domain/topic.ts';
import type { Visit } from '../../src/domain/visit.ts';
import { rewards } from '../../src/rewards/registry.ts';
import type { Reward } from '../../src/rewards/reward.ts';
import { compileTopic } from '../../src/topics/compile-topic.ts';
import { A_TOPIC } from '../topics/a-topic.ts';

type PageLink = PageView['links'][number];

/** A member of the registry, with parameters. */
export function rewardNamed(
  name: string,
  params: Readonly<Record<string, unknown>> = {},
  about?: Partial<TopicDefinition>,
): Reward {
  const maker = rewards.find((member) => member.name === name);
  if (!maker) throw new Error(`no reward ${name}`);
  return maker.make(params, { seed: 1, topic: about && compileTopic({ ...A_TOPIC, ...about }) });
}

/** A visit with a page without anything new. */
export const visit = (given: Partial<Visit> = {}): Visit => ({
  ...{ site: 1, link: 2, outcome: 'page', url: 'http://uni.test/a', contentType: 'text/html' },
  ...{ newExternal: 0, madeFromPage: 0, newExternalSites: 0, newInternal: 0 },
  ...given,
});

export const link = (url: string, given: Partial<PageLink> = {}): PageLink => ({
  kind: url.startsWith('http://uni.test/') ? 'internal' : 'external',
  ...{ url, anchor: '', context: '', rel: '', element: 'a', tagPath: 'html body a', isNew: true },
  ...given,
});

export const pageOf = (...links: readonly PageLink[]): PageView => ({
  ...{ url: 'http://uni.test/a', title: '', contentType: 'text/html', text: undefined },
  links,
});
