import type { Answer, Chunk, HttpAnswer, Portal, PortalRequest } from '../../src/demo/portal.ts';

export type Reply = Answer | ((request: PortalRequest) => Answer | Promise<Answer>);

/** A small portal: its answers by path and query, or else by path alone. */
export function site(host: string, replies: Readonly<Record<string, Reply>>): Portal {
  return {
    name: host,
    shortName: host,
    host,
    kind: 'institute',
    pages: 0,
    externals: 0,
    start: `http://${host}/`,
    answer(request) {
      const reply = replies[request.path] ?? replies[request.path.split('?', 1)[0] ?? ''];
      return typeof reply === 'function' ? reply(request) : reply;
    },
  };
}

export const typed = (type: string, body: HttpAnswer['body'], headers: HttpAnswer['headers'] = {}): HttpAnswer => ({
  status: 200,
  headers: type === '' ? headers : { 'content-type': type, ...headers },
  body,
});

/** A page in UTF-8. */
export const html = (body: string, headers: HttpAnswer['headers'] = {}): HttpAnswer =>
  typed('text/html; charset=utf-8', `<!doctype html><title>A page</title><body>${body}`, headers);

export const script = (code: string): HttpAnswer => typed('text/javascript', code);

/** An answer whose body starts after a pause, in milliseconds. */
export const late = (pause: number, answer: HttpAnswer): HttpAnswer => ({
  ...answer,
  body: chunks(pause, answer.body),
});

const chunks = (pause: number, body: HttpAnswer['body']): readonly Chunk[] =>
  typeof body === 'string' || body instanceof Uint8Array ? [{ pause, bytes: body }] : body;

export const redirect = (to: string, status = 302): HttpAnswer => ({ status, headers: { location: to }, body: '' });

/** Never answers. */
export const silence: Answer = { raw: [], ending: 'stall' };
