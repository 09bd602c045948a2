import type { CDPSession } from 'playwright';

/** Group of our objects in a page, for their release. */
const OBJECTS = { objectGroup: 'closed-roots' } as const;

/** Limit of closed shadow roots inspected in a document. */
const MOST_ROOTS = 1000;

/** Node with its descendants, as described by the protocol. */
interface Described {
  readonly backendNodeId: number;
  readonly shadowRootType?: string;
  readonly children?: readonly Described[];
  readonly shadowRoots?: readonly Described[];
}

/**
 * Calls `look` with the hosts of closed shadow roots, each followed by its root, which page scripts can't see;
 * undefined if there are none.
 *
 * @param world execution context for the objects
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

/** Returns backend node ids of hosts, each followed by its closed root. */
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

/** Tells whether a document as received, in any encoding, declares closed shadow roots. */
export const declaresClosedRoots = (bytes: Uint8Array): boolean =>
  /shadowrootmode\s*=\s*["']?closed/i.test(Buffer.from(bytes).toString('latin1').replaceAll('\0', ''));
