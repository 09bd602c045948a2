import { BadInput } from '../domain/errors.ts';
import { atom } from './atom.ts';
import type { Channel } from './channel.ts';
import { command } from './command.ts';
import { mail } from './mail.ts';
import type { Notice } from './notice.ts';
import { webhook } from './webhook.ts';

const channels: readonly Channel[] = [mail, webhook, command, atom];

/** Sender of notices to one target. */
interface Sender {
  /** Target without its secrets. */
  readonly shown: string;
  send(notice: Notice): Promise<void>;
}

const FROM_ENV = /^env:(\w+)$/;

/**
 * Parses a target; `env:NAME` reads the target from an environment variable.
 * @throws BadInput for a target that no channel takes
 */
export function senderTo(given: string, env: NodeJS.ProcessEnv): Sender {
  const [, name] = FROM_ENV.exec(given) ?? [];
  const target = name === undefined ? given : env[name];
  if (target === undefined) throw new BadInput(`--notify: ${given}: the environment variable ${name} is not set`);
  const channel = channels.find(({ takes }) => takes(target));
  if (!channel)
    throw new BadInput(
      `--notify: unknown target "${given}"; targets are ${channels.map(({ form }) => form).join('; ')}; or env:NAME`,
    );
  return { shown: name === undefined ? channel.name : given, send: channel.open(target, env) };
}
