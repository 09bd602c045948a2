import { expect, test } from '@playwright/test';
import { isDestructiveAddress } from '../../src/capture/destructive-address.ts';

const destructive = [
  '/logout',
  '/logout.php',
  '/log-out',
  '/log_off',
  '/logoutUser',
  '/user/sign-out/now',
  '/SignOff',
  '/items/3/delete',
  '/deleteItem/3',
  '/api/remove_item',
  '/%64elete',
  '/newsletter/unsubscribe',
  '/order/cancel',
  '/index.php?logout=1',
  '/item?delete=3',
  '/item?action=delete&id=3',
  '/item?do=removeAll',
  '/x?_method=DELETE',
];
for (const path of destructive) {
  test(`says that it ends or deletes something: ${path}`, () => {
    expect(isDestructiveAddress(new URL(path, 'http://uni.test'))).toBe(true);
  });
}

const harmless = [
  '/',
  '/api/removed-items',
  '/cancellation-policy',
  '/deleted.json',
  '/unsubscribed-members',
  '/blog/outlook',
  '/catalog/off-campus',
  '/login',
  '/signoffs/list',
  '/destroyers-of-worlds',
  '/search?q=delete',
  '/search?q=how+to+remove+rust',
  '/list?mode=recently-deleted',
  '/a%zz',
];
for (const path of harmless) {
  test(`is sent: ${path}`, () => {
    expect(isDestructiveAddress(new URL(path, 'http://uni.test'))).toBe(false);
  });
}
