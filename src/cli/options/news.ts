import { z } from 'zod';
import { isPostgres } from '../../domain/database.ts';
import { BadInput, messageOf, StopCommand } from '../../domain/errors.ts';
import type { NoticeKind } from '../../notify/notice.ts';
import { noticeKinds } from '../../notify/notice.ts';
import { flag, grouped } from '../../options/option.ts';

/** Kinds of notices: a list, or text with commas. */
const kinds = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(',').map((name) => name.trim()))])
  .pipe(z.array(z.enum(noticeKinds, `must be some of ${noticeKinds.join(', ')}`)));

/** Options for messages about the results of a run. */
export const newsOptions = grouped('Notifications', {
  notify: flag(z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]), {
    value: 'TARGET',
    description:
      'send a message after the run if there is news: mailto:ADDRESS, https://ADDRESS, slack:, teams: or ntfy:https://…, command:COMMAND, atom:FILE or env:NAME',
    repeatable: true,
  }),
  notifyAbout: flag(kinds.default([...noticeKinds]), {
    value: 'KINDS',
    defaultText: 'all',
    description: `what counts as news: ${noticeKinds.join(', ')}; comma-separated`,
  }),
});

export interface NewsChoice {
  readonly db: string;
  readonly notify: readonly string[];
  readonly notifyAbout: readonly NoticeKind[];
}

interface Says {
  warn(line: string): void;
}

/** Reads the targets. @throws BadInput for an invalid target, or a crawl that is not in a file */
export async function sendersOf({ db, notify }: Pick<NewsChoice, 'db' | 'notify'>) {
  if (notify.length === 0) return [];
  if (isPostgres(db)) throw new BadInput('--notify does not work with a shared crawl; copy it with forager pull first');
  const { senderTo } = await import('../../notify/registry.ts');
  return notify.map((target) => senderTo(target, process.env));
}

/**
 * Runs `work`, and sends its news; a notice that fails to be sent causes only a warning.
 * @throws BadInput for an invalid target, before the work; errors of the work
 */
export async function withNews<T>(
  { db, notify, notifyAbout }: NewsChoice,
  log: Says,
  work: () => Promise<T>,
): Promise<T> {
  const senders = await sendersOf({ db, notify });
  if (senders.length === 0) return await work();
  const send = async (news: Awaited<ReturnType<typeof newsOf>>) => {
    if (news.length === 0) return;
    for (const { shown, send: sendTo } of senders)
      await sendTo({ db, at: Date.now(), news }).catch((error: unknown) =>
        log.warn(`no notice by ${shown}: ${messageOf(error)}`),
      );
  };
  const since = Date.now();
  try {
    const result = await work();
    await send(await newsOf(db, since, notifyAbout));
    return result;
  } catch (error) {
    if (error instanceof StopCommand && notifyAbout.includes('failed'))
      await send([{ kind: 'failed', text: 'the run failed', items: [error.message] }]);
    throw error;
  }
}

async function newsOf(db: string, since: number, kinds: readonly NoticeKind[]) {
  const { readStore } = await import('../../storage/open.ts');
  const { findNews } = await import('../../notify/find-news.ts');
  return await readStore(db, (store) => findNews(store, since, kinds));
}
