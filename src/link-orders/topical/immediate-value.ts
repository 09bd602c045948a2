import { z } from 'zod';
import { linkOrder } from '../link-order.ts';
import { inSteps, TextOrder, type WaitingText } from './text-order.ts';

/** Lane of start pages, which are visited first. */
const START = 1;

/** Orders links by immediate value only (Ma 2010, §3): likeness of the text to the topic. */
export const immediateValue = linkOrder({
  name: 'immediate-value',
  summary: 'the link whose text is closest to the topic',
  source: 'Ma 2010, §1',
  needs: ['topic', 'contexts'],
  params: z.strictObject({}),
  make(_, { topic, remembered }) {
    if (!topic) throw new Error('immediate-value needs a topic');
    const order = new TextOrder(topic, remembered);
    const place = ({ terms }: WaitingText) => ({ lane: 0, value: inSteps(order.texts.immediateValue(terms)) });
    return {
      rescoresHead: true,
      rank: (link) => (link.level === 0 ? { lane: START, value: 0 } : place(order.textOf(link))),
      learn(observation) {
        order.learn(observation);
        return order.moved(order.nextInTurn(), (_link, text) => place(text));
      },
    };
  },
});
