import { z } from 'zod';
import type { LinkId } from '../../domain/link.ts';
import { linkOrder, type Rerank } from '../link-order.ts';
import { FutureValues } from './future-values.ts';
import { inSteps, TextOrder, type WaitingText } from './text-order.ts';

/** Lane of start pages, which are visited first. */
const START = 1;
/** Growth of the number of visits, as a factor, between trainings. */
const GROWTH = 2;

export const futureParams = {
  discount: z.number().min(0).max(0.99).default(0.5).describe('weight of rewards one page further away'),
  classes: z.number().int().min(2).max(20).default(4).describe('classes of links, by what they led to'),
};

/** Orders links by future value only (Ma 2010, §3). Uses breadth first before the first training. */
export const futureValue = linkOrder({
  name: 'future-value',
  summary: 'the link that leads towards most reward, learned from links with similar text',
  source: 'Ma 2010, §1; Rennie & McCallum 1999',
  needs: ['topic', 'contexts'],
  params: z.strictObject({
    ...futureParams,
    first: z
      .number()
      .int()
      .min(1)
      .default(50)
      .describe('pages to visit by level before the first training; the next is after twice as many'),
  }),
  trials: [{ discount: 0.8 }, { classes: 8 }],
  make({ discount, classes, first }, { topic, inThreads, remembered }) {
    if (!topic) throw new Error('future-value needs a topic');
    const order = new TextOrder(topic, remembered);
    const schedule = { first, next: (visits: number) => visits * GROWTH, emphasis: false };
    const future = new FutureValues({ discount, classes, schedule, inThreads });
    const place = ({ terms, level }: WaitingText) => ({ lane: 0, value: inSteps(future.of(terms) ?? -level) });
    return {
      rescoresHead: true,
      get arriving() {
        return future.isDue;
      },
      rank: (link) => (link.level === 0 ? { lane: START, value: 0 } : place(order.textOf(link))),
      learn(observation) {
        const { terms } = order.learn(observation);
        future.learn(observation, terms);
        future.train(order.texts.vocabulary);
        return moved(order.nextInTurn());
      },
    };

    function* moved(links: Iterable<LinkId>): Iterable<Rerank> {
      future.trainAhead();
      yield* order.moved(links, (_link, text) => place(text));
    }
  },
});
