import { expect, test } from '@playwright/test';
import { endsSession } from '../../src/url/session-end.ts';

const ends = [
  '/logout',
  '/user/log-out/',
  '/account/sign_out?next=/',
  '/Account/LogOff',
  '/index.php?title=Special:UserLogout&returnto=A',
  '/doLogout.do',
  '/userlogout.php',
  '/?action=logout',
  '/login/logout.php?sesskey=1',
  '/logoutUser',
  '/%D0%B2%D1%8B%D1%85%D0%BE%D0%B4/',
  '/abmelden',
  '/?do=Abmelden',
  '/d%C3%A9connexion',
  '/cerrar-sesion',
  '/#/signout',
];
const goesOn = [
  '/',
  '/login',
  '/blog-outreach',
  '/catalog-offers/',
  '/design-office',
  '/designoffice',
  '/logoutside',
  '/выход-книги',
  '/%E0%A4',
  '/people?q=salirosa',
  '/press/abmeldungen',
];

test('addresses that end a session', () => {
  for (const path of ends) expect(endsSession({ url: `https://uni.edu${path}`, anchor: '' }), path).toBe(true);
  for (const path of goesOn) expect(endsSession({ url: `https://uni.edu${path}`, anchor: '' }), path).toBe(false);
});

test('texts that end a session', () => {
  for (const anchor of ['Log out', '» Sign out of the portal', 'LOGOUT', 'Выход', 'Выйти (Anna)', 'Выйти из системы'])
    expect(endsSession({ url: 'https://uni.edu/x', anchor }), anchor).toBe(true);
  for (const anchor of ['', 'Log in', 'Выход книги', 'Abmelden von Kursen', 'Logouts explained', 'Blog: outreach'])
    expect(endsSession({ url: 'https://uni.edu/x', anchor }), anchor).toBe(false);
});
