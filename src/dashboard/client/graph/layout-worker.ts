import type { LayoutStep, LayoutTask } from './layout.ts';

/** Where the build puts the worker. */
const ADDRESS = '/layout.js';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Scripts of ours only: the one that the server's policy lets be made into a worker. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('forager-worker', {
  createScriptURL(url) {
    if (url === ADDRESS) return url;
    throw new TypeError(`${url} is no script of the dashboard`);
  },
});

/** Lays a graph out in a thread of its own, step by step, until the function that it returns is called. */
export function layOut(task: LayoutTask, onStep: (step: LayoutStep) => void): () => void {
  const worker = new Worker(policy?.createScriptURL(ADDRESS) ?? ADDRESS, { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<LayoutStep>) => {
    onStep(data);
    if (data.isLast) worker.terminate();
  };
  worker.postMessage(task);
  return () => worker.terminate();
}
