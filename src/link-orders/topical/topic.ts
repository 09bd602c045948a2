import { z } from 'zod';
import { addressWords } from '../../url/address-words.ts';
import { fitHere, fitInThread } from '../learned/fit.ts';
import { learnedOrder } from '../learned/learned-order.ts';
import { measureOf } from '../learned/link-features.ts';
import { LinkModel } from '../learned/link-model.ts';
import { linkOrder } from '../link-order.ts';

/** What ln(1 + 100 likeness) adds to a link's score: of its text, of its page's title, of its page's text. */
const OF_TEXT = 0.8;
const OF_TITLE = 0.8;
const OF_PAGE = 0.3;

/**
 * The paper's immediate value (Ma 2010, §1) and what was learned of links alike, joined. A link's text is its anchor, the
 * words around it and those of its address; beside it counts the title of the page that it stands on, as a list of students
 * names them, and says what they are in its heading only. The score is
 *
 *     learned + 0.8 ln(1 + 100 text) + 0.8 ln(1 + 100 title) + 0.3 ln(1 + 100 page)
 *
 * where learned is the score of link order `learned` without a prior, told of the three likenesses, too.
 */
export const topic = linkOrder({
  name: 'topic',
  summary: 'how near the text of a link is to the topic, and what links alike have brought',
  needs: ['topic'],
  params: z.strictObject({}),
  make(_, { inThreads, topic: about }) {
    const likenessOf = (text: readonly string[]) => about?.relevance(text) ?? 0;
    /** Links come page by page. */
    let last = { title: '', url: '', likeness: 0 };
    const titleOf = ({ title, url }: { readonly title: string; readonly url: string }): number => {
      if (title !== last.title || url !== last.url)
        last = { title, url, likeness: likenessOf([title, addressWords(url)]) };
      return last.likeness;
    };
    return learnedOrder({
      model: new LinkModel(undefined, inThreads ? fitInThread : fitHere),
      likeness: ({ url, anchor, context }, page) => ({
        text: likenessOf([anchor, context, addressWords(url)]),
        title: page === undefined ? 0 : titleOf(page),
      }),
      lean: (features) =>
        OF_TEXT * Math.log1p(Math.max(0, measureOf(features, 'likeness of its text to the topic'))) +
        OF_TITLE * Math.log1p(Math.max(0, measureOf(features, "likeness of its page's title to the topic"))) +
        OF_PAGE * Math.log1p(Math.max(0, measureOf(features, "likeness of its page's text to the topic"))),
    });
  },
});
