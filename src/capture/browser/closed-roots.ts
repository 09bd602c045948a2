import type { CDPSession } from 'playwright';

/** Objects of ours in a page, so that they can be let go of. */
const OBJECTS = { objectGroup: 'closed-roots' } as const;

/** Roots of one document that are looked into. */
const MOST_ROOTS = 1000;

/** A node as the protocol describes it, with what is inside. */
interface Described {
  readonly backendNodeId: number;
  readonly shadowRootType?: string;
  readonly children?: readonly Described[];
  readonly shadowRoots?: readonly Described[];
}

/**
 * The closed shadow roots of a document, which no script of the page sees: what `look` makes of a host, its root, another
 * host and so on; undefined where there are none.
 *
 * @param world in which world of the document the objects are to be
 */
export async function withClosedRoots<T>(
  cdp: CDPSession,
  world: number,
  look: (objects: readonly string[]) => Promise<T>,
): Promise<T | undefined> {
  try {
    const { result } = await cdp.send('Runtime.evaluate', { ...OBJECTS, expression: 'document', contextId: world });
    if (result.objectId === undefined) return undefined;
    const { node } = await cdp.send('DOM.describeNode', { objectId: result.objectId, depth: -1, pierce: true });
    const nodes = hostsAndRoots(node);
    if (nodes.length === 0) return undefined;
    const objects = await Promise.all(
      nodes.map(async (backendNodeId) => {
        const node = { ...OBJECTS, backendNodeId, executionContextId: world };
        return (await cdp.send('DOM.resolveNode', node)).object.objectId ?? '';
      }),
    );
    return await look(objects);
  } finally {
    await cdp.send('Runtime.releaseObjectGroup', OBJECTS).catch(() => undefined);
  }
}

/** Numbers of a host and its closed root, of another host and its root and so on. */
function hostsAndRoots(document: Described): number[] {
  const found: number[] = [];
  const stack = [document];
  for (let host = stack.pop(); host && found.length < 2 * MOST_ROOTS; host = stack.pop()) {
    for (const root of host.shadowRoots ?? []) {
      if (root.shadowRootType === 'closed') found.push(host.backendNodeId, root.backendNodeId);
      if (root.shadowRootType !== 'user-agent') stack.push(root);
    }
    for (const child of host.children ?? []) stack.push(child);
  }
  return found;
}

/** Whether a document as it came, in any encoding, declares closed shadow roots. */
export const declaresClosedRoots = (bytes: Uint8Array): boolean =>
  /shadowrootmode\s*=\s*["']?closed/i.test(Buffer.from(bytes).toString('latin1').replaceAll('\0', ''));
