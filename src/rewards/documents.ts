import { z } from 'zod';
import { documentTypes, isDocumentType, usualDocuments } from '../url/file-types.ts';
import { reward } from './reward.ts';

const typesIn = (list: string): string[] => list.split(',').map((type) => type.trim());

/**
 * Links to documents that are new to the page's site, internal and external: the targets of Gauquier, Manolescu &
 * Senellart 2026, "Efficient crawling for scalable web data acquisition" (arXiv:2602.11874), whose crawler is rewarded
 * for a page's new targets, and of Ma 2010, §3. Addresses show by their ending if they lead to a document; for other
 * addresses the visit that finds a document is worth 1.
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
