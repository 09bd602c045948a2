import { askRobots } from '../capture/http/ask-server.ts';
import { HttpClient, type HttpClientOptions } from '../capture/http/http-client.ts';
import { plainUserAgent } from '../capture/network/user-agent.ts';
import { MOST_OCTETS, parseRobots } from '../frontier/hosts/robots.ts';
import { bareHost } from '../url/parse.ts';

interface Reach extends HttpClientOptions {
  readonly contact: string | undefined;
  readonly now: () => number;
}

/**
 * Asks a server for its robots.txt. Returns the reason why a crawl may not visit an address; undefined if allowed, or
 * if no server answers.
 */
export async function askedRobots(url: URL, { contact, ...reach }: Reach): Promise<string | undefined> {
  const client = new HttpClient(reach);
  const asking = { client, userAgent: plainUserAgent(contact), now: reach.now };
  try {
    // One more octet shows if the last line is complete.
    const { status, text } = await askRobots(new URL('/robots.txt', url), MOST_OCTETS + 1, asking);
    const file = `robots.txt of ${bareHost(url)}`;
    if (status === 429 || status >= 500)
      return `${file} can't be read (HTTP ${status}), and until then nothing is asked`;
    return parseRobots(status < 300 ? text : '').allows(url) ? undefined : `${file} forbids it`;
  } catch {
    return undefined;
  } finally {
    await client.close();
  }
}
