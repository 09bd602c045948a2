import type { RawBuilder } from 'kysely';
import type { FoundLink } from '../domain/link.ts';

/** How a link was found, as it is stored. */
export type LinkForm = Pick<FoundLink, 'anchor' | 'context' | 'rel' | 'element' | 'tagPath' | 'frame' | 'technique'>;

/** Its columns. */
export const formColumns = (arg: <K extends keyof LinkForm>(name: K) => RawBuilder<LinkForm[K]>) => ({
  anchor: arg('anchor'),
  context: arg('context'),
  rel: arg('rel'),
  element: arg('element'),
  tag_path: arg('tagPath'),
  frame: arg('frame'),
  technique: arg('technique'),
});
