import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { BadInput, ExitCode, GiveUpVisit, RetryVisit } from '../../../domain/errors.ts';
import { counted } from '../../../domain/wording.ts';
import { renderChoices } from '../../../options/crawl.ts';
import { positive, words } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import { networkFlags, reachFlags } from '../../options/crawl-flags.ts';
import { commonOptions, offSwitch } from '../../options/shared-options.ts';
import { givenTopic, topicOption } from '../../options/strategy-options.ts';
import type { Column } from '../../tables/printed-table.ts';
import { useTempFolder } from '../../temp-folder.ts';
import { verb } from '../../verb.ts';

const topicColumns: readonly Column[] = [
  { head: 'topic' },
  { head: 'languages' },
  { head: 'terms', isNumber: true },
  { head: 'target documents' },
  { head: 'file', isUnbroken: true },
];

export const topicsListVerb = verb({
  name: 'topics list',
  summary: 'list the built-in topics',
  options: z.strictObject({ json: commonOptions.json }),
  examples: ['forager topics list', 'forager topics list --json'],
  async run({ json }) {
    const { jsonArray } = await import('../../../export/jsonl.ts');
    const { writeToStdout } = await import('../../../export/write.ts');
    const { shippedTopics } = await import('../../../topics/topic-file.ts');
    const { readTopicFile } = await import('../../../topics/topic-file.ts');
    const { printedTable } = await import('../../tables/printed-table.ts');
    const topics = shippedTopics().map((file) => ({ file, ...readTopicFile(file) }));
    const rows = topics.map(({ name, languages, keywords, targets, file }) => [
      ...[name, languages.join(', '), keywords.length, targets.types.join(', ') || 'none', file],
    ]);
    await writeToStdout(json ? jsonArray(topics) : [`${printedTable(topicColumns, rows)}\n`]);
    return ExitCode.done;
  },
});

/** Maximum number of printed terms; --json has all. */
const MOST_TERMS = 40;

const termColumns: readonly Column[] = [{ head: 'term' }, { head: 'compared as' }, { head: 'weight', isNumber: true }];

export const topicsShowVerb = verb({
  name: 'topics show',
  summary: 'show the terms, weights and target documents of a topic',
  options: z.strictObject({
    topic: flag(words.text, {
      value: 'TOPIC',
      positional: true,
      description: 'a topic file, or the name of a built-in topic',
    }),
    json: commonOptions.json,
  }),
  examples: ['forager topics show courses', 'forager topics show data/topics/courses.yaml --json'],
  async run({ topic: named, json }) {
    const { compileTopic } = await import('../../../topics/compile-topic.ts');
    const { topicNamed } = await import('../../../topics/topic-file.ts');
    const { writeToStdout } = await import('../../../export/write.ts');
    const { printedTable } = await import('../../tables/printed-table.ts');
    const definition = topicNamed(named);
    const { weights, terms } = compileTopic(definition);
    if (json) {
      await writeToStdout([`${JSON.stringify({ ...definition, weights: Object.fromEntries(weights) })}\n`]);
      return ExitCode.done;
    }
    const { name, languages, keywords, targets } = definition;
    const heaviest = [...keywords].sort((a, b) => b.weight - a.weight).slice(0, MOST_TERMS);
    const rows = heaviest.map(({ term, weight }) => {
      const stems = terms(term);
      return [term, (stems.length > 1 ? stems.at(-1) : stems[0]) ?? '(ignored)', Number(weight.toFixed(3))];
    });
    const more =
      keywords.length > MOST_TERMS ? `and ${(keywords.length - MOST_TERMS).toLocaleString('en')} more\n` : '';
    const relevance = targets.relevance === undefined ? '' : `, pages with relevance ${targets.relevance} or more`;
    const read = targets.read ? ', text of PDF documents' : '';
    await writeToStdout([
      `topic ${name}: ${languages.join(', ')}; target documents: ${targets.types.join(', ') || 'none'}${relevance}${read}\n`,
      `${printedTable(termColumns, rows)}\n${more}`,
    ]);
    return ExitCode.done;
  },
});

const testOptions = z.strictObject({
  url: flag(z.string(), { value: 'URL', positional: true, description: 'address of the page' }),
  topic: topicOption,
  render: flag(z.enum(renderChoices.filter((one) => one !== 'adaptive')).default('browser'), {
    value: 'HOW',
    description: 'load the page in Chromium (browser) or without it (http)',
  }),
  ...networkFlags,
  allowPrivate: reachFlags.allowPrivate,
  json: commonOptions.json,
});

export const topicsTestVerb = verb({
  name: 'topics test',
  summary: 'show how relevant a page and its links are, term by term',
  options: testOptions,
  examples: ['forager topics test https://www.example.edu/teaching/ --topic courses'],
  async run({ url, topic: named, json, contact, storageState, cookies, ...asked }) {
    const { compileTopic } = await import('../../../topics/compile-topic.ts');
    const { siteFromUrl } = await import('../../../url/named-site.ts');
    const definition = await givenTopic(named);
    if (!definition) throw new BadInput('--topic is required, for example --topic courses');
    const topic = compileTopic(definition);
    const page = siteFromUrl(url, 'host', 'URL');
    useTempFolder();
    const { readPage } = await import('../../../crawl/read-page.ts');
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
    const { judgePage, judgedText } = await import('../../tables/judged-page.ts');
    const { writeToStdout } = await import('../../../export/write.ts');
    const judged = judgePage(read, topic);
    await writeToStdout([json ? `${JSON.stringify(judged)}\n` : judgedText(judged)]);
    return ExitCode.done;
  },
});

const pageColumns: readonly Column[] = [
  { head: 'relevance', isNumber: true },
  { head: 'title' },
  { head: 'page', isUnbroken: true },
];
const documentColumns: readonly Column[] = [
  { head: 'document', isUnbroken: true },
  { head: 'anchor' },
  { head: 'found on', isUnbroken: true },
];

export const topicsFoundVerb = verb({
  name: 'topics found',
  summary: 'list the most relevant pages of a crawl, and its target documents',
  options: z.strictObject({
    limit: flag(positive.default(20), { value: 'N', description: 'show at most N pages and N documents' }),
    ...commonOptions,
  }),
  examples: ['forager topics found', 'forager topics found --db data/forager.sqlite --limit 1000 --json'],
  async run({ db, limit, json }) {
    const { readStore } = await import('../../../storage/open.ts');
    const { foundOfTopic } = await import('../../../reports/best-pages.ts');
    const { writeToStdout } = await import('../../../export/write.ts');
    const { printedTable } = await import('../../tables/printed-table.ts');
    const found = await readStore(db, (store) => foundOfTopic(store, limit));
    if (!found) throw new BadInput(`${db}: no crawl had a topic; crawl with --topic FILE or NAME`);
    const { topic, pages, documents } = found;
    if (json) {
      await writeToStdout([`${JSON.stringify(found)}\n`]);
      return ExitCode.done;
    }
    const nearest = pages.nearest.map(({ relevance, title, url }) => [Number(relevance.toFixed(4)), title, url]);
    const first = documents.first.map(({ url, anchor, sourceUrl }) => [url, anchor, sourceUrl]);
    await writeToStdout([
      `${topic}: ${counted(pages.all, 'page')} with words of the topic, the most relevant first\n`,
      ...(nearest.length > 0 ? [`${printedTable(pageColumns, nearest)}\n`] : []),
      `${counted(documents.all, 'target document')}, in the order in which they were found\n`,
      ...(first.length > 0 ? [`${printedTable(documentColumns, first)}\n`] : []),
    ]);
    return ExitCode.done;
  },
});

export const topicsImportDictVerb = verb({
  name: 'topics import-dict',
  summary: 'convert a dictd dictionary, such as FOLDOC, for use in a topic file',
  options: z.strictObject({
    index: flag(words.text, {
      value: 'INDEX',
      positional: true,
      description: 'index of a dictd dictionary: /usr/share/dictd/foldoc.index',
    }),
    out: flag(z.string('is required, for example --out foldoc.txt').min(1, 'must not be empty'), {
      value: 'FILE',
      description: 'write to this file, one term per line (required)',
    }),
    force: offSwitch('overwrite an existing file'),
  }),
  examples: ['forager topics import-dict /usr/share/dictd/foldoc.index --out data/topics/foldoc.txt'],
  async run({ index, out, force }) {
    const { dictdTerms } = await import('../../../topics/dictd-terms.ts');
    if (!existsSync(index)) {
      const debian = /foldoc/.test(index) ? '; on Debian, install the package dict-foldoc' : '';
      throw new BadInput(`no file ${index}${debian}`);
    }
    const { writeToFile } = await import('../../../export/write.ts');
    const terms = dictdTerms(readFileSync(index, 'utf8'), index);
    await writeToFile(out, force, [`${terms.join('\n')}\n`]);
    process.stdout.write(`${out}: ${terms.length.toLocaleString('en')} terms\n`);
    return ExitCode.done;
  },
});
