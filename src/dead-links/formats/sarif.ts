import { type DeadLinksFormat, troubleOf } from './format.ts';

/** SARIF 2.1.0 (OASIS): a result for each link, with its pages as locations. */
export const sarif: DeadLinksFormat = {
  name: 'sarif',
  ending: '.sarif',
  summary: 'SARIF 2.1.0, for code scanning',
  *text(links) {
    const rules = ['dead', 'failing', 'moved', 'unsure'].map((id) => ({
      id: `link-${id}`,
      shortDescription: { text: `link: ${id}` },
    }));
    yield `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":${JSON.stringify({ name: 'forager', rules })}},"results":[`;
    let separator = '\n';
    for (const link of links) {
      const result = {
        ruleId: `link-${link.state}`,
        level: link.state === 'dead' ? 'error' : link.state === 'failing' ? 'warning' : 'note',
        message: { text: `${link.url}: ${troubleOf(link)}` },
        locations: link.pages.map(({ url, anchor }) => ({
          physicalLocation: { artifactLocation: { uri: url } },
          ...(anchor !== '' && { message: { text: anchor } }),
        })),
      };
      yield separator + JSON.stringify(result);
      separator = ',\n';
    }
    yield '\n]}]}\n';
  },
};
