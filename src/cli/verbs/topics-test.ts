import { z } from 'zod';
import { BadInput, ExitCode, GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
import { renderChoices } from '../../options/crawl.ts';
import { flag } from '../../options/option.ts';
import { networkFlags, reachFlags } from '../crawl-flags.ts';
import { commonOptions } from '../shared-options.ts';
import { givenTopic, topicOption } from '../strategy-options.ts';
import { useTempFolder } from '../temp-folder.ts';
import { verb } from '../verb.ts';

const options = z.strictObject({
  url: flag(z.string(), { value: 'URL', positional: true, description: 'address of the page' }),
  topic: topicOption,
  render: flag(z.enum(renderChoices.filter((one) => one !== 'adaptive')).default('browser'), {
    value: 'HOW',
    description: 'browser: as Chromium shows it; http: as it comes, no scripts run',
  }),
  ...networkFlags,
  allowPrivate: reachFlags.allowPrivate,
  json: commonOptions.json,
});

export const topicsTestVerb = verb({
  name: 'topics test',
  summary: 'how near a page and its links are to a topic, term by term',
  options,
  examples: ['forager topics test https://www.example.edu/teaching/ --topic courses'],
  async run({ url, topic: named, json, contact, storageState, cookies, ...asked }) {
    const { compileTopic } = await import('../../topics/compile-topic.ts');
    const { siteFromUrl } = await import('../../url/named-site.ts');
    const definition = await givenTopic(named);
    if (!definition) throw new BadInput('topics test: name the topic, --topic FILE or NAME');
    const topic = compileTopic(definition);
    const page = siteFromUrl(url, 'host', 'URL');
    useTempFolder();
    const { readPage } = await import('../../crawl/read-page.ts');
    const read = await readPage(page.url, { ...asked, contact, storageState, cookies }, Date.now).catch(
      (error: unknown) => {
        if (error instanceof GiveUpVisit || error instanceof RetryVisit) return error;
        throw error;
      },
    );
    if (read instanceof Error) {
      process.stderr.write(`forager: ${url}: ${read.message}\n`);
      return ExitCode.nothingCrawled;
    }
    const { judgePage, judgedText } = await import('../judge-page.ts');
    const { writeToStdout } = await import('../../export/write.ts');
    const judged = judgePage(read, topic);
    await writeToStdout([json ? `${JSON.stringify(judged)}\n` : judgedText(judged)]);
    return ExitCode.done;
  },
});
