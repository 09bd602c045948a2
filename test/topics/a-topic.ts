import type { TopicDefinition } from '../../src/domain/topic.ts';

/** A topic of some made-up pages. */
export const A_TOPIC: TopicDefinition = {
  name: 'pages',
  languages: ['en'],
  keywords: [
    { term: 'page', weight: 1 },
    { term: 'more reading', weight: 2 },
  ],
  targets: { types: ['pdf'], relevance: undefined, read: false },
};
