import { z } from 'zod';
import { documentTypes, isDocumentType, usualDocuments } from '../url/file-types.ts';
import { reward } from './reward.ts';

const typesIn = (list: string): string[] => list.split(',').map((type) => type.trim());

/**
 * Links to documents that the page's site had not shown before, internal and external ones: the targets of Gauquier,
 * Manolescu & Senellart 2026, "Efficient crawling for scalable web data acquisition" (arXiv:2602.11874), whose crawler is
 * rewarded for the new targets that a page leads to; and what Ma 2010, §3 counts. An address tells by its ending what it
 * leads to. Where it does not, the visit that finds a document there is worth 1 itself.
 */
export const documents = reward({
  name: 'documents',
  summary: 'links to documents that are new to their site',
  source: 'Gauquier, Manolescu & Senellart 2026, arXiv:2602.11874',
  params: z.strictObject({
    types: z
      .string()
      .refine((list) => typesIn(list).every(isDocumentType), 'write endings or content types: pdf,text/csv')
      .optional()
      .describe(
        `document types, as file endings or content types, comma-separated (default: the topic's, or ${usualDocuments.join(', ')})`,
      ),
  }),
  make({ types }, { topic }) {
    const given = types === undefined ? undefined : typesIn(types);
    const { isDocument, isType } = documentTypes(given ?? topic?.definition.targets.types ?? usualDocuments);
    return {
      of({ outcome, url, contentType }, page) {
        if (outcome === 'file') return !isDocument(url) && isType(contentType) ? 1 : 0;
        const links = page?.links ?? [];
        return links.filter((link) => link.isNew && link.kind !== 'bad' && isDocument(link.url)).length;
      },
    };
  },
});
