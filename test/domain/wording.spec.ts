import { expect } from '@playwright/test';
import { failureText } from '../../src/domain/wording.ts';
import { test } from '../plain-test.ts';

test('common failures are described in words, with their code', () => {
  expect(failureText('ERR_NAME_NOT_RESOLVED')).toBe('DNS knows no host of this name (ERR_NAME_NOT_RESOLVED)');
  expect(failureText('robots.txt: ERR_CONNECTION_REFUSED')).toBe(
    'robots.txt: the host refuses the connection (ERR_CONNECTION_REFUSED)',
  );
  for (const reason of ['ERR_HTTP2_PROTOCOL_ERROR', 'HTTP 404', '']) expect(failureText(reason)).toBe(reason);
});
