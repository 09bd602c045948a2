import { expect } from '@playwright/test';
import { asksToLogIn, isLoginAddress, isLoginHost, isLoginPage, offersLogIn } from '../../src/url/log-in-address.ts';
import { test } from '../plain-test.ts';

const at = (path: string) => new URL(path, 'http://uni.test');

test('login addresses, and others', () => {
  const logins = [
    ...[
      '/login',
      '/log-in',
      '/user/signin.php',
      '/wp-login.php',
      '/userLogin',
      '/sso/start',
      '/idp/profile/SAML2/POST',
    ],
    ...['/cas/login?service=x', '/index.php?action=login', '/#/login', '/#!/auth/login', '/anmelden', '/de/connexion'],
    ...[
      '/войти',
      '/%D0%B2%D0%BE%D0%B9%D1%82%D0%B8',
      '/oauth2/authorize',
      '/account/register',
      '/reset-password',
      '/ログイン',
    ],
  ];
  for (const path of logins) expect(isLoginAddress(at(path)), path).toBe(true);
  const others = [
    '/',
    '/blog-in-english',
    '/loginov/',
    '/authors/5',
    '/author',
    '/cast',
    '/registrar',
    '/news?back=/login',
    '/sign',
    '/single',
  ];
  for (const path of others) expect(isLoginAddress(at(path)), path).toBe(false);
});

test('a login page is named by the end of its address', () => {
  for (const path of ['/cas/login', '/login/', '/x?do=login', '/#/signin'])
    expect(isLoginPage(at(path)), path).toBe(true);
  for (const path of ['/cas/students/5', '/auth/courses/', '/register/of-deeds/3'])
    expect(isLoginPage(at(path)), path).toBe(false);
});

test('login hosts', () => {
  for (const host of ['sso', 'login', 'idp2', 'accounts', 'cas', 'signin', 'shibboleth'])
    expect(isLoginHost(new URL(`https://${host}.uni.test/`)), host).toBe(true);
  for (const host of ['www', 'library', 'casino', 'author'])
    expect(isLoginHost(new URL(`https://${host}.uni.test/`)), host).toBe(false);
});

test('texts of links and titles', () => {
  for (const text of [
    'Log in',
    'Login',
    '→ Sign in',
    'Anmelden',
    'Einloggen',
    'Se connecter',
    'Войти',
    'Вход',
    '登录',
    'Zaloguj się',
  ])
    expect(offersLogIn(text), text).toBe(true);
  for (const text of [
    'Log',
    'Blog in',
    'Logistics',
    'How to log in to our library from home, step by step',
    'Входные билеты',
  ])
    expect(offersLogIn(text), text).toBe(false);
  for (const title of [
    'Login – University',
    'University: Sign in',
    'Your session has expired',
    'Ihre Sitzung ist abgelaufen',
  ])
    expect(asksToLogIn(title), title).toBe(true);
  for (const title of ['Logic', 'Sessions of the senate', 'Enter the university'])
    expect(asksToLogIn(title), title).toBe(false);
});
