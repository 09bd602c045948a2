import { z } from 'zod';
import { drawn } from '../../domain/random.ts';
import { addressWords } from '../../url/address-words.ts';
import { fitHere, fitInThread } from '../learned/fit.ts';
import { learnedOrder } from '../learned/learned-order.ts';
import { measureOf } from '../learned/link-features.ts';
import { LinkModel } from '../learned/link-model.ts';
import { linkOrder } from '../link-order.ts';
import { documentLists, haveTexts } from './document-lists.ts';

/** What ln(1 + 100 likeness) adds to a link's score: of its text, of its page's title, of its page's text. */
const OF_TEXT = 0.8;
const OF_TITLE = 0.8;
const OF_PAGE = 0.3;
/** What each segment of its address takes from it where pages are looked for: pages that others lie behind have short ones. */
const OF_SEGMENT = 0.4;
/** Where documents are looked for: the share of these that counts, … */
const BESIDE_DOCUMENTS = 0.1;
/** … what a text adds that names lists of documents, or what leads to them, … */
const OF_DOCUMENTS = 1;
/** … and the weight of sections not seen: documents lie in many. */
const UNSEEN_SECTION = 1.5;

/**
 * The paper's immediate value (Ma 2010, §1) and what was learned of links alike, joined. A link's text is its anchor, the
 * words around it and those of its address; beside it counts the title of the page that it stands on, as a list of students
 * names them, and says what they are in its heading only. The score is
 *
 *     learned + 0.8 ln(1 + 100 text) + 0.8 ln(1 + 100 title) + 0.3 ln(1 + 100 page) - 0.4 segments
 *
 * where learned is the score of link order `learned` without a prior, told of the three likenesses, too, and segments are
 * those of the address: home pages of people, courses, projects have short ones (Kraaij, Westerveld, Hiemstra 2002, "The
 * importance of prior probabilities for entry page search").
 *
 * A topic whose target documents are texts wants what lists them, whatever it is about: the three count 0.1 of that, a text
 * that names lists of documents ("publications"), or what leads to them ("CS 472"), adds 1, sections of a site that were not
 * seen count three times as much, and segments nothing: documents lie deep.
 */
export const topic = linkOrder({
  name: 'topic',
  summary: 'how near the text of a link is to the topic, and what links alike have brought',
  needs: ['topic', 'page-text', 'tag-paths', 'contexts'],
  params: z.strictObject({}),
  make(_, { inThreads, remembered, seed, topic: about }) {
    const wantsDocuments = about !== undefined && haveTexts(about.definition.targets.types);
    const share = wantsDocuments ? BESIDE_DOCUMENTS : 1;
    const ofSegment = wantsDocuments ? 0 : OF_SEGMENT;
    const likenessOf = (text: readonly string[]) => about?.relevance(text) ?? 0;
    /** Links come page by page. */
    let last = { title: '', url: '', likeness: 0 };
    const titleOf = ({ title, url }: { readonly title: string; readonly url: string }): number => {
      if (title !== last.title || url !== last.url)
        last = { title, url, likeness: likenessOf([title, addressWords(url)]) };
      return last.likeness;
    };
    return learnedOrder({
      model: new LinkModel(undefined, inThreads ? fitInThread : fitHere, wantsDocuments ? UNSEEN_SECTION : undefined),
      basis: JSON.stringify(['topic', about?.definition, seed]),
      remembered,
      luck: (link) => drawn(seed, link),
      likeness({ url, anchor, context }, page) {
        const address = addressWords(url);
        return {
          text: likenessOf([anchor, context, address]),
          title: page === undefined ? 0 : titleOf(page),
          documents: wantsDocuments ? documentLists(anchor, url) : undefined,
        };
      },
      lean: (features) =>
        (measureOf(features, 'how clearly its text names lists of documents') > 0 ? OF_DOCUMENTS : 0) -
        ofSegment * measureOf(features, 'segments of the path') +
        share *
          (OF_TEXT * Math.log1p(Math.max(0, measureOf(features, 'likeness of its text to the topic'))) +
            OF_TITLE * Math.log1p(Math.max(0, measureOf(features, "likeness of its page's title to the topic"))) +
            OF_PAGE * Math.log1p(Math.max(0, measureOf(features, "likeness of its page's text to the topic")))),
    });
  },
});
