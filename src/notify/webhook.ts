import { BadInput } from '../domain/errors.ts';
import { parseUrl } from '../url/parse.ts';
import type { Channel } from './channel.ts';
import { bodyOf, type Notice, subjectOf } from './notice.ts';

interface Message {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Messages by prefix of the target; `json` is the default. */
const shapes: Readonly<Record<string, (notice: Notice) => Message>> = {
  json: (notice) => json({ subject: subjectOf(notice), ...notice }),
  slack: (notice) => json({ text: `*${escaped(subjectOf(notice))}*\n${escaped(bodyOf(notice))}` }),
  teams: (notice) =>
    json({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            ...{ $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4' },
            body: [
              { type: 'TextBlock', weight: 'Bolder', wrap: true, text: subjectOf(notice) },
              { type: 'TextBlock', wrap: true, text: bodyOf(notice) },
            ],
          },
        },
      ],
    }),
  ntfy: (notice) => ({ body: bodyOf(notice), headers: { title: subjectOf(notice).replace(/[^\x20-\x7e]/g, '?') } }),
};

const json = (value: object): Message => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

/** Escapes Slack's markup characters. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const TARGET = /^(?:(slack|teams|ntfy|json):)?(https?:\/\/.+)$/s;
const ANSWER_WITHIN = 20_000;
const TRIES = 3;

/** Sends notices by POST, as JSON or in the form of Slack, Teams or ntfy. */
export const webhook: Channel = {
  name: 'webhook',
  form: 'https://ADDRESS for JSON, slack:https://…, teams:https://…, ntfy:https://…',
  takes: (target) => TARGET.test(target),
  open(target) {
    const [, shape = 'json', address = ''] = TARGET.exec(target) ?? [];
    if (!parseUrl(address)) throw new BadInput(`--notify: ${address} is not an address`);
    return async (notice) => {
      const { body, headers = {} } = shapes[shape]?.(notice) ?? json(notice);
      for (let tries = 1; ; tries++) {
        const signal = AbortSignal.timeout(ANSWER_WITHIN);
        const answer = await fetch(address, { method: 'POST', body, headers, signal });
        await answer.body?.cancel();
        if (answer.ok) return;
        if (answer.status < 500 || tries === TRIES) throw new Error(`HTTP ${answer.status}`);
      }
    };
  },
};
