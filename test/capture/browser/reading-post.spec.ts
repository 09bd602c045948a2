import { expect } from '@playwright/test';
import { asksOnly } from '../../../src/capture/browser/reading-post.ts';
import { test } from '../../plain-test.ts';

const graphql = (query: string, more = {}) => JSON.stringify({ query, ...more });

/** An address, a body, and whether it asks only. */
const table: readonly (readonly [path: string, body: string | undefined, asks: boolean])[] = [
  ['/graphql', graphql('query Courses($of: ID!) { courses(of: $of) { title url } }'), true],
  ['/graphql', graphql('{ staff { name } }'), true],
  ['/graphql', graphql('fragment C on Course { url } query { courses { ...C } }'), true],
  ['/api', `[${graphql('query A { a }')}, ${graphql('query B { b }')}]`, true],
  ['/graphql', graphql('query { notes(of: "mutation { x }") { text } } # mutation'), true],
  ['/graphql', graphql('mutation Enrol { enrol(course: 3) { id } }'), false],
  ['/graphql', graphql('query A { a } mutation B { b }', { operationName: 'A' }), false],
  ['/graphql', graphql('subscription { news { id } }'), false],
  ['/api', `[${graphql('query A { a }')}, ${graphql('mutation { b }')}]`, false],
  ['/graphql', JSON.stringify({ operationName: 'GetCourses', extensions: { persistedQuery: {} } }), true],
  ['/graphql', JSON.stringify({ operationName: 'EnrolMe', extensions: { persistedQuery: {} } }), false],
  ['/graphql', '{}', false],
  ['/index/_search', '{"query":{"match_all":{}}}', true],
  ['/1/indexes/*/queries', '{"requests":[{"indexName":"staff","params":"query=a"}]}', true],
  ['/api/courses/search', undefined, true],
  ['/Events.asmx/GetEvents', '{"month":3}', true],
  ['/api/search/save', '{"q":"x"}', false],
  ['/search?action=delete', 'id=3', false],
  ['/lib/ajax/service.php', '[{"index":0,"methodname":"core_course_get_contents","args":{}}]', true],
  ['/lib/ajax/service.php', '[{"methodname":"core_course_get_contents"},{"methodname":"core_user_update"}]', false],
  ['/wp-admin/admin-ajax.php', 'action=load_more_posts&page=2', true],
  ['/wp-admin/admin-ajax.php', 'action=subscribe_newsletter&email=a', false],
  ['/wp-admin/admin-ajax.php', 'action=heartbeat&page=2&limit=3', false],
  ['/data', 'draw=1&columns%5B0%5D%5Bdata%5D=0&start=0&length=10', true],
  ['/grid.php', '_search=false&nd=1&rows=20&page=1&sidx=', true],
  ['/data', '{"skip":0,"take":20}', true],
  ['/data', 'page=2', false],
  ['/people.xhtml', 'javax.faces.partial.ajax=true&javax.faces.behavior.event=tabChange&tabs=tabs', true],
  ['/people.xhtml', 'javax.faces.partial.ajax=true&javax.faces.behavior.event=action&enrol=enrol', false],
  ['/enrolment', '{"course":3}', false],
  ['/collect', 'v=1&t=pageview', false],
  ['/', undefined, false],
  ['/api/contact', 'name=a&message=please+get+the+list', false],
  ['/mailing-list', '{"list":3}', false],
  ['/wp-admin/admin-ajax.php', 'action=mailing_list&of=3', false],
  ['/find-us', 'name=a&email=a%40b.test', false],
  ['/api/search', '{"query":"x","e-mail":"a"}', false],
  ['/api/pages', '{"title":"x"}', false],
  ['/api/page', '{"title":"x"}', false],
  ['/page-view', '{"page":"/x","count":1}', false],
  ['/api/query', '{"text":"when is it open?"}', false],
  ['/api/listCourses', '{}', true],
  ['/api', '[1, 2]', false],
  ['/api', '{"method":', false],
  ['/api/search', 'x'.repeat(200_000), false],
];

for (const [path, body, asks] of table)
  test(`${asks ? 'asks' : 'may write'}: POST ${path} ${(body ?? '').slice(0, 80)}`, () => {
    expect(asksOnly({ url: new URL(path, 'http://portal.test'), body })).toBe(asks);
  });
