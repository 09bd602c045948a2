import { xmlText } from '../../export/xml-text.ts';
import { type DeadLinksFormat, troubleOf } from './format.ts';

/** JUnit XML for Jenkins, GitLab and others: a failed test case for each link. */
export const junit: DeadLinksFormat = {
  name: 'junit',
  ending: '.xml',
  summary: 'JUnit XML: a failed test for each link, for CI servers',
  *text(links) {
    const cases: string[] = [];
    for (const link of links) {
      const pages = link.pages.map(({ url, anchor }) => `${url}: ${anchor}`).join('\n');
      const failure = `<failure type="${link.state}" message="${xmlText(troubleOf(link))}">${xmlText(pages)}</failure>`;
      cases.push(
        `<testcase classname="${xmlText(link.pages[0]?.site ?? '')}" name="${xmlText(link.url)}">${failure}</testcase>\n`,
      );
    }
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="links" tests="${cases.length}" failures="${cases.length}">\n`;
    yield* cases;
    yield '</testsuite>\n</testsuites>\n';
  },
};
