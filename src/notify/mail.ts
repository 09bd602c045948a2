import { BadInput } from '../domain/errors.ts';
import type { Channel } from './channel.ts';
import { bodyOf, subjectOf } from './notice.ts';

const SERVER = 'FORAGER_SMTP';
const SENDER = 'FORAGER_MAIL_FROM';

/** Sends mail by an SMTP server, whose address, name and password are in the environment. */
export const mail: Channel = {
  name: 'mail',
  form: `mailto:ADDRESS[,ADDRESS], with the server in ${SERVER} (smtp://NAME:PASSWORD@HOST:PORT)`,
  takes: (target) => target.startsWith('mailto:'),
  open(target, env) {
    const to = decodeURIComponent(target.slice('mailto:'.length).split('?')[0] ?? '')
      .split(',')
      .map((address) => address.trim());
    if (!to.every((address) => /^[^\s@<>]+@[^\s@<>]+$/.test(address)))
      throw new BadInput(`--notify: ${target} is not a mail address, such as mailto:me@example.edu`);
    const server = env[SERVER];
    if (server === undefined || !/^smtps?:\/\//.test(server))
      throw new BadInput(`--notify: mail needs a server: set ${SERVER} to smtp://[NAME:PASSWORD@]HOST:PORT`);
    return async (notice) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(server);
      try {
        await transport.sendMail({
          ...{ from: env[SENDER] ?? to[0] ?? '', to: [...to], subject: subjectOf(notice), text: bodyOf(notice) },
          headers: { 'auto-submitted': 'auto-generated' },
        });
      } finally {
        transport.close();
      }
    };
  },
};
