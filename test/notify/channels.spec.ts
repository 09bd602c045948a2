import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import type { Notice } from '../../src/notify/notice.ts';
import { senderTo } from '../../src/notify/registry.ts';
import { test } from '../frontier/world.ts';

const notice: Notice = {
  db: 'mine.sqlite',
  at: Date.UTC(2026, 10, 20),
  news: [
    {
      kind: 'dead',
      text: '2 new dead links',
      items: ['http://x.test/<b>: HTTP 404', 'http://y.test/\u001b[31m\r\nBcc: a@b.c: HTTP 410'],
    },
    { kind: 'changed', text: '1 page changed', items: ['http://a.test/'] },
  ],
};

/** A web server that records its requests, and answers one status after the other. */
async function hook(...statuses: number[]) {
  const got: { readonly path: string; readonly body: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const server = createServer(async (request, response) => {
    got.push({ path: request.url ?? '', body: await text(request), headers: request.headers });
    response.writeHead(statuses.shift() ?? 200).end('thanks');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = z.object({ port: z.number() }).parse(server.address());
  return { got, at: `http://127.0.0.1:${address.port}`, close: () => new Promise((done) => server.close(done)) };
}

test('mail is sent by an SMTP server with a user name and a password', async () => {
  const mails: string[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    ...{ authOptional: false, disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
    onAuth({ username, password }, _, done) {
      logins.push(`${username} ${password}`);
      done(null, { user: username });
    },
    onData: (stream, session, done) =>
      void text(stream).then((mail) => {
        mails.push(`${session.envelope.rcptTo.map(({ address }) => address).join(' ')}\n${mail}`);
        done();
      }),
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = z.object({ port: z.number() }).parse(server.server.address());
  const env = { FORAGER_SMTP: `smtp://me:s%40cret@127.0.0.1:${port}`, FORAGER_MAIL_FROM: 'forager@portal.test' };
  await senderTo('mailto:one@portal.test,two@portal.test', env).send(notice);
  expect(logins).toEqual(['me s@cret']);
  const [mail = ''] = mails;
  expect(mail).toContain('one@portal.test two@portal.test');
  expect(mail).toContain('Subject: Forager: 2 new dead links, 1 page changed');
  expect(mail).toContain('From: forager@portal.test');
  expect(mail.replaceAll('=\r\n', '')).toContain('http://x.test/<b>: HTTP 404');
  expect(mail).not.toMatch(/^Bcc:/m);
  expect(mail).not.toContain('\u001b');
  await new Promise<void>((done) => void server.close(() => done()));
  await expect(senderTo('mailto:one@portal.test', env).send(notice)).rejects.toThrow('ECONNREFUSED');
});

test('webhooks get JSON in the formats of Slack, Teams and ntfy', async () => {
  const { got, at, close } = await hook();
  for (const target of [`${at}/plain`, `slack:${at}/slack`, `teams:${at}/teams`, `ntfy:${at}/ntfy`])
    await senderTo(target, {}).send(notice);
  const [plain, slack, teams, ntfy] = got;
  expect(JSON.parse(plain?.body ?? '')).toEqual({ subject: 'Forager: 2 new dead links, 1 page changed', ...notice });
  expect(z.object({ text: z.string() }).parse(JSON.parse(slack?.body ?? '')).text).toContain(
    'http://x.test/&lt;b&gt;: HTTP 404',
  );
  const card = z
    .object({
      attachments: z.array(z.object({ content: z.object({ body: z.array(z.object({ text: z.string() })) }) })),
    })
    .parse(JSON.parse(teams?.body ?? ''));
  expect(card.attachments[0]?.content.body.map((block) => block.text.split('\n')[0])).toEqual([
    'Forager: 2 new dead links, 1 page changed',
    '2 new dead links',
  ]);
  expect(ntfy?.headers.title).toBe('Forager: 2 new dead links, 1 page changed');
  expect(ntfy?.body).toContain('http://a.test/');
  expect(got.map(({ path }) => path)).toEqual(['/plain', '/slack', '/teams', '/ntfy']);
  await close();
});

test('a failing server is retried, a refusing one is not', async () => {
  const failing = await hook(500, 502);
  await senderTo(failing.at, {}).send(notice);
  expect(failing.got).toHaveLength(3);
  await failing.close();
  const refusing = await hook(403);
  await expect(senderTo(refusing.at, {}).send(notice)).rejects.toThrow('HTTP 403');
  expect(refusing.got).toHaveLength(1);
  await refusing.close();
});

test('a command gets JSON and the text; a failing one is reported', async ({ folder }) => {
  await senderTo(`command:cat > '${folder}/got.json'; printf %s "$FORAGER_TEXT" > '${folder}/text'`, process.env).send(
    notice,
  );
  expect(JSON.parse(readFileSync(`${folder}/got.json`, 'utf8'))).toMatchObject({ ...notice });
  expect(readFileSync(`${folder}/text`, 'utf8')).toContain('2 new dead links');
  await expect(senderTo('command:exit 3', process.env).send(notice)).rejects.toThrow('exit code 3');
});

test('an Atom feed keeps the notices, newest first, hostile texts as text', async ({ folder }) => {
  const file = `${folder}/news.xml`;
  const send = (at: number) => senderTo(`atom:${file}`, {}).send({ ...notice, at });
  for (let day = 1; day <= 52; day++) await send(Date.UTC(2026, 0, day));
  const feed = readFileSync(file, 'utf8');
  expect(feed.match(/<entry>/g)).toHaveLength(50);
  expect(new Set(feed.match(/<id>.*?<\/id>/g)).size).toBe(51);
  expect(feed.indexOf('2026-02-21')).toBeLessThan(feed.indexOf('2026-02-20'));
  expect(feed).not.toContain('2026-01-02T');
  // The texts of the first notice survived 49 readings unchanged.
  expect(feed.match(/http:\/\/x\.test\/&lt;b&gt;: HTTP 404/g)).toHaveLength(50);
});

test('invalid targets are refused, and secrets are not shown', () => {
  const refused = (target: string, env: NodeJS.ProcessEnv = {}) => expect(() => senderTo(target, env));
  refused('pigeon:home').toThrow('--notify: unknown target "pigeon:home"; targets are mailto:ADDRESS');
  refused('mailto:unaddressed', { FORAGER_SMTP: 'smtp://x' }).toThrow('is not a mail address');
  refused('mailto:a@b.test').toThrow('mail needs a server: set FORAGER_SMTP');
  refused('env:MISSING').toThrow('the environment variable MISSING is not set');
  expect(senderTo('env:HOOK', { HOOK: 'slack:https://hooks.test/SECRET' }).shown).toBe('env:HOOK');
  expect(senderTo('https://hooks.test/SECRET', {}).shown).not.toContain('SECRET');
});
