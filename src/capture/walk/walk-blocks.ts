import { z } from 'zod';
import type { Dom } from './dom.ts';
import { plainText } from './plain-text.ts';
import type { WalkRules } from './walk-rules.ts';

/**
 * A document's visible text: a line for each block, white space folded. `isCut`: there was more than is kept.
 * `asksPassword`: its reader is asked for a password.
 */
export const blocksSchema = z.strictObject({ text: plainText, isCut: z.boolean(), asksPassword: z.boolean() });
export type DocumentText = z.infer<typeof blocksSchema>;

/** Most that is kept of a page's visible text, in characters and in blocks. */
interface TextLimits {
  readonly characters: number;
  readonly blocks: number;
}
export const textLimits: TextLimits = { characters: 1_000_000, blocks: 20_000 };

/**
 * Reads the visible text of a document by blocks: what stands between the ends of paragraphs, list items, cells and the
 * like, and line breaks. Left out is what the document itself says is not shown: scripts, style, `noscript`, templates,
 * the attribute `hidden`, and `display: none` where it stands at the element. What style sheets hide is kept, so that a
 * page reads the same with a browser and without. It is sent into browsers as it stands, so it uses nothing from outside.
 */
export function walkBlocks<Node>(dom: Dom<Node>, rules: WalkRules, limits: TextLimits): DocumentText {
  const names = (list: string) => new Set(list.split(' '));
  const inline = names(rules.inline);
  // A frame holds what is seen instead of it.
  const silent = names(`${rules.silent} ${rules.aside} iframe`);
  const blocks: string[] = [];
  let block = '';
  let room = limits.characters;
  let isCut = false;
  let asksPassword = false;
  const end = () => {
    const text = block.replace(/\s+/g, ' ').trim();
    block = '';
    if (text === '') return;
    if (blocks.length === limits.blocks || text.length > room) isCut = true;
    else blocks.push(text);
    room -= text.length;
  };
  const isHidden = (element: Node) =>
    dom.attribute(element, 'hidden') !== null || /\bdisplay\s*:\s*none\b/i.test(dom.attribute(element, 'style') ?? '');
  const stack: unknown[] = [dom.root];
  for (let item = stack.pop(); item !== undefined && !isCut; item = stack.pop()) {
    if (item === '\n') end();
    else if (dom.isElement(item)) {
      const tag = dom.tagOf(item);
      if (silent.has(tag) || isHidden(item)) continue;
      if (tag === 'input' && dom.attribute(item, 'type')?.trim().toLowerCase() === 'password') asksPassword = true;
      if (!inline.has(tag)) {
        end();
        stack.push('\n');
      }
      dom.pushChildren(item, tag, stack);
    } else block += dom.textOf(item) ?? '';
  }
  end();
  return { text: blocks.join('\n'), isCut, asksPassword };
}
