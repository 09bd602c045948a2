import { expect } from '@playwright/test';
import { isMadeFrom } from '../../src/url/made-from-page.ts';
import { test } from '../plain-test.ts';

const made: readonly [link: string, page: string][] = [
  ['https://host.test/edit?u=http://uni.edu/a/b', 'http://uni.edu/a/b'],
  ['https://host.test/edit?u=http%3A%2F%2Funi.edu%2Fa', 'http://uni.edu/a'],
  ['https://host.test/edit?u=http%253A%252F%252Funi.edu%252Fa%253Fid%253D3', 'http://uni.edu/a?id=3'],
  ['https://validator.test/check/http/uni.edu/a.html', 'http://uni.edu/a.html'],
  ['https://archive.test/web/*/uni.edu/', 'http://uni.edu/'],
  ['https://code.test/uni/site/blob/main/docs/guide/intro.md', 'http://uni.edu/guide/intro.html'],
  ['https://code.test/uni/site/edit/main/docs/%C3%BCber/uns.rst', 'http://uni.edu/%C3%BCber/uns/'],
  ['https://code.test/uni/site/blob/main/intro.md', 'http://uni.edu/intro.html'],
  ['https://share.test/tweet?text=100%25%20sure&url=http%3A%2F%2Funi.edu%2Fa', 'http://uni.edu/a'],
  ['https://share.test/tweet?text=Gr%FC%DFe&url=http%3A%2F%2Funi.edu%2Fa', 'http://uni.edu/a'],
  ['https://share.test/tweet?url=http%3A%2F%2Funi.edu%2F%3Fp%3D123', 'http://uni.edu/?p=123'],
  ['https://share.test/tweet?url=http%3A%2F%2Funi.edu%2Fblog%2F%3Fpage%3D2', 'http://uni.edu/blog/?page=2'],
  ['https://issues.test/new?page=intro', 'http://uni.edu/intro'],
  ['https://issues.test/new?title=x&path=/guide/intro', 'http://uni.edu/guide/intro/'],
  ['https://code.test/uni/site/edit/main/src/p1.md', 'http://uni.edu/p1'],
  ['https://code.test/uni/site/blob/main/docs/faq/index.rst', 'http://uni.edu/faq/index.html'],
  ['https://draw.test/?d=%2Fp1', 'http://uni.edu/p1'],
  ['https://share.test/?p=aHR0cDovL3VuaS5lZHUvcDE', 'http://uni.edu/p1'],
  ['https://share.test/?p=aHR0cDovL3VuaS5lZHUvYS9iP2lkPTM%3D', 'http://uni.edu/a/b?id=3'],
  ['https://comments.test/thread/_guide_install_html', 'http://uni.edu/guide/install.html'],
  ['https://code.test/uni/site/blob/main/docs/source/guide/intro.rst', 'http://uni.edu/en/latest/guide/intro.html'],
  ['https://code.test/uni/site/edit/main/docs/chapter.rst', 'http://uni.edu/en/v2.1/chapter.html'],
  ['https://code.test/uni/site/edit/main/docs/a.rst', 'http://uni.edu/stable/a.html'],
  ['https://code.test/uni/site/blob/main/docs/index.rst', 'http://uni.edu/en/latest/'],
  ['https://comments.test/thread?of=guide-install', 'http://uni.edu/guide/install/'],
];
for (const [link, page] of made) {
  test(`${link} is made from ${page}`, () => {
    expect(isMadeFrom(link, page)).toBe(true);
  });
}

const own: readonly [link: string, page: string][] = [
  ['https://other.test/', 'http://uni.edu/'],
  ['https://other.test/about', 'http://uni.edu/about'],
  ['https://other.test/staff/about', 'http://uni.edu/about'],
  ['https://other.test/uni/services/library', 'http://uni.edu/library'],
  ['https://other.test/en/about', 'http://uni.edu/en/about'],
  ['https://other.test/departments/physics/', 'http://uni.edu/departments/physics'],
  ['https://other.test/a?site=uni.edu', 'http://uni.edu/a'],
  ['https://other.test/p1', 'http://uni.edu/p1'],
  ['https://other.test/physics/en/index.html', 'http://uni.edu/en/index.html'],
  ['https://other.test/edit/p1', 'http://uni.edu/p1'],
  ['https://other.test/?d=p1', 'http://uni.edu/p1'],
  ['https://other.test/thread/about', 'http://uni.edu/about'],
  ['https://other.test/thread/en-about-us', 'http://uni.edu/en/about'],
  ['https://other.test/blog/a-b', 'http://uni.edu/a/b'],
  ['https://other.test/?p=aHR0cDovL3VuaS5lZHUvcDE', 'http://uni.edu/p'],
  ['https://other.test/guide/introduction', 'http://uni.edu/guide/intro'],
  ['https://other.test/view.php?id=4', 'http://uni.edu/view.php?id=4'],
  ['https://code.test/uni/site/blob/main/docs/guide/other.rst', 'http://uni.edu/en/latest/guide/intro.html'],
  ['https://code.test/uni/site/blob/main/docs/intro.rst', 'http://uni.edu/en/guide/intro.html'],
  ['https://other.test/guide/intro', 'http://uni.edu/en/latest/guide/intro.html'],
  ['https://other.test/x?u=http://uni.edu/ab', 'http://uni.edu/a'],
  ['https://other.test/x?u=http%3A%2F%2Funi.edu%2F%3Fp%3D1234', 'http://uni.edu/?p=123'],
];
for (const [link, page] of own) {
  test(`${link} is a find on ${page}`, () => {
    expect(isMadeFrom(link, page)).toBe(false);
  });
}
