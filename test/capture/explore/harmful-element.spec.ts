import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { techniqueNames } from '../../../src/capture/find/registry.ts';
import type { PortalRequest } from '../../../src/demo/portal.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { test } from '../../plain-test.ts';
import { html, site, typed } from '../../site/site.ts';

/** Markup of an element to press; `@` stands for its handler, which requests a neutral address. */
const harmful = [
  '<button @>✕</button>',
  '<button @>🗑</button>',
  '<button class=btn-rm @><i></i></button>',
  '<dialog open><p>Your reservation will be released and given to the next reader.</p><button @>Proceed</button></dialog>',
  '<div role=dialog><p>You are about to withdraw your application.</p><button @>Confirm</button></div>',
  '<div class=modal><p>Alle Ihre Daten werden gelöscht.</p><button @>Weiter</button></div>',
  '<button @>❌</button>',
  '<table><tr><td>A row<td><button @>×</button></table>',
  '<table><tr><td>A row<td><button @>X</button></table>',
  '<ul><li>An entry <span @>&times;</span></ul>',
  '<button @><i class="fa fa-trash"></i></button>',
  '<button @><i class="fas fa-trash-alt"></i> 2</button>',
  '<table><tr><td><button @><i class="bi bi-x"></i></button></table>',
  '<button @><i class="bi bi-trash3-fill"></i></button>',
  '<button @><span class=glyphicon-trash></span></button>',
  '<button @><i class=material-icons>delete</i></button>',
  '<button @><i class=material-icons>delete_forever</i></button>',
  '<button @><i class=material-icons>logout</i></button>',
  '<button @><svg><use href="#trash"></use></svg></button>',
  '<button @><svg><use xlink:href="/icons.svg#icon-delete"></use></svg></button>',
  '<button @><svg><title>Remove</title><path d="M0 0"/></svg></button>',
  '<button @ aria-label="Supprimer"></button>',
  '<button @ title="Eintrag löschen">…</button>',
  '<span id=called hidden>Удалить</span><button @ aria-labelledby=called>…</button>',
  '<input type=button @ value="Usuń">',
  '<input type=image @ alt="Delete">',
  '<button @><img src=/trash.svg></button>',
  '<button @ data-action=delete>OK</button>',
  '<button @ data-action="click->item#destroy">OK</button>',
  '<button @ data-method=delete>OK</button>',
  '<button @ data-delete-id=3>OK</button>',
  '<button @ id=btn-delete>OK</button>',
  '<button @ class="btn js-remove-item">OK</button>',
  '<button @ name=logout>OK</button>',
  '<button @ value=delete>OK</button>',
  '<button @ data-confirm="Really delete this?">OK</button>',
  '<button @ data-url=/items/3/delete>OK</button>',
  '<button @ formaction=/account/deactivate>OK</button>',
  '<button onclick="deleteItem(3)">OK</button>',
  '<button onclick="cart.remove(3)">OK</button>',
  `<button onclick="confirm('Delete?') && deleteItem(3)">OK</button>`,
  '<button @><i></i><span>Delete</span></button>',
  '<div class=delete-button @><span>OK</span></div>',
  '<div role=button @><b>Log out</b></div>',
  `<select onchange="if (value === 'delete') fetch('/did/@@')"><option>Choose<option value=delete>Delete selected</select>`,
  `<select onchange="if (value === '61') fetch('/did/@@')">${Array.from({ length: 60 }, (_, n) => `<option>Entry ${n}`).join('')}<option value=61>Delete selected</select>`,
  '<label for=box>Unsubscribe</label><input type=checkbox id=box @>',
  '<form action=/x @submit><button>Delete</button></form>',
  '<form action=/x @submit><input type=hidden name=_method value=delete><button>OK</button></form>',
  '<div role=dialog><h2>Delete this item?</h2><button @>OK</button></div>',
  '<div role=dialog>Are you sure that you want to delete it? <button @>Yes</button></div>',
  '<style>.bin::before { content: "🗑" }</style><button class=one-bin @><i class=bin></i></button>',
  '<div class=remove-item @><button onclick="void 0">OK</button></div>',
  '<button @>削除</button>',
  '<button @>登出</button>',
  '<button @>تسجيل الخروج</button>',
  '<ul><li>An entry <button class=x @></button></ul>',
  '<ul><li>An entry <i class="x icon" @></i></ul>',
  '<table><tr><td><button @><sl-icon name=x></sl-icon></button></table>',
  '<input name=delete type=checkbox @>',
  '<div role=dialog><h2>Are you sure?</h2><div>The file will be deleted.</div><button @>OK</button></div>',
  '<div role=dialog><h2>Sind Sie sicher?</h2><div>Die Datei wird dann gelöscht.</div><button @>OK</button></div>',
  '<div role=dialog><div>Вы уверены?</div><div>Файл будет удалён.</div><button @>Да</button></div>',
  '<div role=dialog><h2>Continue?</h2><div>This can’t be undone.</div><button @>OK</button></div>',
  '<div class=popup><h3>Sign out?</h3><button @>Yes</button></div>',
  '<div class=overlay><h3>Sign out?</h3><button @>Yes</button></div>',
  '<div class=overlay><h3>Sign out</h3><button @>Yes</button></div>',
  '<div class=modal><div class=modal-header>Delete it?</div><div class=modal-footer><button @>OK</button></div></div>',
  '<p>Do you really want to cancel your order? <span @>Yes</span> <span>No</span></p>',
  '<div><p>Do you really want to <b>delete</b> this?</p><div><div @>Go ahead</div></div></div>',
  '<div><h3>Möchten Sie die Buchung wirklich stornieren?</h3><div><span @>Ja</span><span>Nein</span></div></div>',
  '<table><tr><td>Room 5<td><button @>Storno</button></table>',
  '<button @>Drop course</button>',
  '<button @>Donate 5 €</button>',
  '<button @>Renew membership</button>',
  '<div role=dialog><p>Are you sure?</p><button @>Yes</button></div>',
  '<div><p>Sind Sie sicher?</p><span @>Ja</span></div>',
  '<button onclick="confirm(`Really?`) && fetch(`/did/@@`)">Change</button>',
  '<button onclick="confirm(`Are you sure?`) && fetch(`/did/@@`)">Change</button>',
  '<div role=dialog><p>Your reservation will be released and given to the next reader.</p><button @>Proceed</button></div>',
  '<div role=dialog><p>You are about to withdraw your application.</p><button @>Confirm</button><button>Back</button></div>',
  '<div role=dialog><p>This changes your programme.</p><button @>OK</button><button>Cancel</button></div>',
  '<div class=sheet><p>Your seat 2 will be given back.</p><button @>Confirm</button><button>Keep</button></div>',
  '<button onclick="confirm(`Your seat will be released.`) && fetch(`/did/@@`)">Change</button>',
  '<div><h3>Are you sure?</h3><div>The file will be deleted.</div><div><input type=button value=Yes @></div></div>',
  '<div class=row @><b>Examination 3</b> <button type=button>Delete</button></div>',
  '<div class=row @><button type=button onclick="event.preventDefault()">Delete</button></div>',
  '<button onclick="function purchase() { fetch(`/did/@@`) } purchase()">Go on</button>',
  '<button @ @click="purchase()">Go on</button>',
  '<button @ v-on:click="cart.buyNow">Go on</button>',
  '<button @ ng-click="vote(3)">Go on</button>',
  '<button @ data-action=purchase>Go on</button>',
  '<button @ data-action="click->list#publish">Go on</button>',
  '<p id=told>This permanently deletes the draft.</p><button @ aria-describedby=told>Go on</button>',
  '<button @>Subscribe</button>',
  '<button @>Follow</button>',
  '<button @>👍 3</button>',
  '<button @><i class="fa fa-thumbs-up"></i> 3</button>',
  '<form @submit><input name=message><button>Send</button></form>',
  '<form @submit><textarea></textarea><button>Nachricht senden</button></form>',
];

/** Invisible elements, which no one can use. */
const hidden = [
  '<div class=sheet hidden><p>Seat 2 goes back.</p><button @>Go on</button><button>Keep</button></div>',
  '<div style="display:none"><p></p><a href="#" @>Yes</a><a href="#">Not now</a></div>',
  '<dialog><p></p><span @>Give back</span></dialog>',
  '<section inert><button @>Give back</button></section>',
  '<div style="opacity:0;pointer-events:none"><button @>Give back</button><button>Keep</button></div>',
  '<form hidden @submit><button>Give back</button></form>',
];

const harmless = [
  '<style>.drop div { display: none } .drop:hover div { display: block }</style><div class=drop>Menu <div><button @>Plan</button></div></div>',
  '<label>Food <input type=checkbox style="display:none" @change></label>',
  '<div><button onclick="this.nextElementSibling.hidden = false">Legend</button><div hidden><button @>Layers</button></div></div>',
  '<a href="javascript:void(0)" @>Contents</a>',
  '<a href="javascript:void 0;" @>Contents</a>',
  '<button onclick="void(fetch(`/did/@@`))">Contents</button>',
  '<p>Do you really want to cancel your order? <span>Yes</span> <span @>Cancel</span></p>',
  '<div><h3>Can I cancel my order?</h3><span @>Answer</span></div>',
  '<div><h3>Wie kann ich meine Bestellung stornieren?</h3><span @>Antwort</span></div>',
  '<ul><li><a href=#a>Do you want to delete your account?</a><li @>Contact</ul>',
  '<div role=dialog><p>News of the day</p><button @>×</button></div>',
  '<div class="alert alert-info">Note <button @ class=close>×</button></div>',
  '<div class=cookie-banner>We use cookies. You can withdraw your consent at any time. <button @>Accept</button></div>',
  '<div class=modal><button @ data-dismiss=modal aria-label=Close><span>×</span></button></div>',
  '<div class=toast><button @ class=btn-close aria-label=Close></button></div>',
  '<div class=filter-chips><span class=chip>Physics <button @ aria-label="Remove filter Physics">×</button></span></div>',
  '<div class=filter-chips><span class=chip>Chemistry <button @>×</button></span></div>',
  '<div role=dialog><h2>Delete this item?</h2><button @>Cancel</button></div>',
  '<button @>Clear all filters</button>',
  '<button @>Load more</button>',
  '<button @>Deleted items</button>',
  '<button @>How to delete an account</button>',
  '<button @ class="fa fa-plus"></button>',
  '<button @ data-bs-toggle=collapse>Details</button>',
  '<div @ data-x=3 data-y=4></div>',
  '<button @ id=remove-filter>Reset</button>',
  '<button onclick="this.classList.remove(`open`); fetch(`/did/@@`)">Open</button>',
  '<form role=search><input name=q><button type=button @>Send</button></form>',
  '<button @ aria-describedby=kept>Kept</button><p id=kept>Shows what was deleted last year.</p>',
  '<button @>Vote results</button>',
  '<button onclick="window.events?.publish(1); fetch(`/did/@@`)">News</button>',
  '<button @>Weiter</button>',
  '<button @>次へ</button>',
  '<div role=dialog><h2>Are you sure?</h2><div>The file will be deleted.</div><button @>Cancel</button></div>',
  '<button @>Donate</button>',
  '<div role=dialog><p>We use cookies.</p><button @>OK</button><button>No</button></div>',
  '<div><p>Results of the second page</p><button @>Continue</button><button>Back</button></div>',
  '<div role=dialog><p>Choose a language.</p><button @>Deutsch</button><button>Cancel</button></div>',
  '<button @>Dropdown</button>',
  '<button onclick="confirm(`Show all 300 entries?`) && fetch(`/did/@@`)">All</button>',
  '<div role=dialog><h2>Are you hungry?</h2><div>Recipes of the day.</div><button @>OK</button></div>',
  '<div class=overlay><h3>Our newsletter</h3><button @>Read</button></div>',
  `<div class=has-overlay><h3>How can I get rid of it?</h3>${'<b></b>'.repeat(200)}<button @>Read</button></div>`,
  '<select name=x @change><option>One<option>Two</select>',
  '<a class=rm @>Read more</a>',
  '<div role=dialog><p>We use cookies. You can withdraw your consent at any time.</p><button @>OK</button></div>',
  '<dialog open><p>Two brochures are available for this item.</p><button @>Continue</button></dialog>',
  `<select onchange="if (value === 'show') fetch('/did/@@')"><option>Choose<option value=delete>Delete selected<option value=show>Show</select>`,
  '<input name=x @change>',
  '<input name=times @change>',
  '<div class=x @></div>',
  '<div class="x axis" @></div>',
  '<div class=row @><b>Examination 3</b> <button type=button onclick="event.stopPropagation(); deleteItem(3)">Delete</button></div>',
];

/** A large element that listens for everything inside it. */
const heard = (markup: string) =>
  `<div>${'<script type=text/x></script>'.repeat(40)}${markup}</div>
  <script>document.currentScript.previousElementSibling.addEventListener('click',
    ({ target, currentTarget }) => target !== currentTarget && fetch('/did/@@'))</script>`;

const heardFromFar = [
  '<div class=item><div class=ic></div><div class=txt>Log out</div></div>',
  '<div class=item><div class=ic></div><div class=txt><div>Log out</div></div><div class=chevron></div></div>',
  '<div class=item><i class=ic></i> Log out</div>',
  '<div class=item><svg class=ic><path></path></svg><div class=txt>Log out</div></div>',
  '<span class=icon-delete><svg><path></path></svg></span>',
  '<div aria-label="Delete document"><svg><path></path></svg></div>',
  '<div title=Delete><div><b></b></div></div>',
  '<svg class=ic><title>Delete</title><path></path></svg>',
  '<svg class=ic><title>Löschen</title><g><path></path><path></path></g></svg>',
  '<div class="act btn-delete"><div><i></i></div></div>',
  '<div class=act data-action=delete><div><i></i></div></div>',
  '<div class=act data-action=delete><div><b>OK</b></div></div>',
  '<div data-action=delete><div>Report</div><div>3 files</div></div>',
].map(heard);

const heardFromFarHarmless = [
  '<div class=row><div class=thumb></div><div>Open</div><div class=del>Delete</div></div>',
  '<div class=row><div>Open</div><div data-action=delete>Delete</div></div>',
  '<div class=row><i title=Edit></i><span>Delete</span></div>',
  '<div class=clear><div><i class=arrow></i></div></div>',
  '<div class="deleted items"><div>One</div><div>Two</div></div>',
  '<div class=row><i class=star></i><button>Delete</button></div>',
].map(heard);

/** A custom element, and the actions of its shadow tree. */
const shadow = (markup: string, tree: string, mode = 'open') =>
  `${markup}<script>{ const root = document.currentScript.previousElementSibling.attachShadow({ mode: '${mode}' });
  root.innerHTML = '${tree}'; root.firstChild.addEventListener('click', () => fetch('/did/@@')) }</script>`;

const inShadow = [
  shadow('<x-button>Delete</x-button>', '<button><slot></slot></button>'),
  shadow('<x-button>Delete</x-button>', '<button><slot></slot></button>', 'closed'),
  shadow('<x-button><i class="fa fa-trash"></i></x-button>', '<button><span><slot></slot></span></button>'),
  shadow('<y-button title=Delete></y-button>', '<button>…</button>'),
  shadow('<x-item>Log out</x-item>', '<div role=menuitem><slot></slot></div>'),
  shadow('<x-item>Log out</x-item>', '<div class=item><div class=ic></div><slot></slot></div>', 'closed'),
  heard('<z-button class=delete-it></z-button>').replace(
    '</z-button>',
    '<template shadowrootmode=open><div><b></b></div></template></z-button>',
  ),
];
const inShadowHarmless = [
  shadow('<x-button>More</x-button>', '<button><slot></slot></button>'),
  shadow('<x-panel><button>Open</button><button>Delete</button></x-panel>', '<div role=group><slot></slot></div>'),
];

/** Elements of one kind are skipped after three unproductive ones: here each is of its own kind. */
const page = (list: readonly string[], name: string) =>
  html(`<script>function deleteItem() { fetch('/did/' + event.target.closest('[data-n]').dataset.n) }
  const cart = { remove: () => fetch('/did/' + event.target.closest('[data-n]').dataset.n) };</script>
  ${list
    .map((markup, n) => {
      const code = `fetch('/did/${name}-${n}')`;
      const handled = markup
        .replace(/@(change|submit)/, (_, event) => `on${event}="${code}"`)
        .replace('@@', `${name}-${n}`)
        .replace(/@/, `onclick="${code}"`);
      return `<section data-n=${name}-${n}>${handled}</section>`
        .replace('<section', `<x-${name}${n}`)
        .replace(/<\/section>$/, `</x-${name}${n}>`);
    })
    .join('\n')}`);

async function pressed(list: readonly string[], name: string, isSession: boolean): Promise<ReadonlySet<number>> {
  const asked = new Set<number>();
  const portal = site('press.test', {
    '/': page(list, name),
    ...Object.fromEntries(
      list.map((_, n) => [
        `/did/${name}-${n}`,
        () => {
          asked.add(n);
          return typed('text/plain', 'done');
        },
      ]),
    ),
  });
  const server = await serveDemo({ portals: [portal] });
  const capture = new BrowserCapture({
    // Nothing is skipped for lack of time.
    techniques: techniqueNames('thorough'),
    headed: false,
    hostRules: server.hostRules,
    workers: 1,
    now: Date.now,
    say: () => undefined,
    ...(isSession ? { storageState: { cookies: [], origins: [] } } : {}),
  });
  await capture.read({ url: 'http://press.test/', site: 1 });
  await capture.close();
  await server.close();
  return asked;
}

test('elements that delete or log out are not pressed, however they say so', async () => {
  const all = [...harmful, ...heardFromFar, ...inShadow];
  const did = await pressed(all, 'h', false);
  expect(all.filter((_, n) => did.has(n))).toEqual([]);
});

test('elements in hidden blocks are not pressed while hidden', async () => {
  const did = await pressed(hidden, 'i', false);
  expect(hidden.filter((_, n) => did.has(n))).toEqual([]);
});

test('harmless look-alikes are pressed', async () => {
  const all = [...harmless, ...heardFromFarHarmless, ...inShadowHarmless];
  const did = await pressed(all, 'o', false);
  expect(all.filter((_, n) => !did.has(n))).toEqual([]);
});

test('in a session, elements that may send data are not pressed either', async () => {
  const doubtful = ['<button @>Submit</button>', '<button @>Absenden</button>', '<button @>Order</button>'];
  expect((await pressed(doubtful, 'd', false)).size).toBe(3);
  expect((await pressed(doubtful, 's', true)).size).toBe(0);
});

const counted =
  (counts: string[], body = 'x') =>
  ({ method, path }: PortalRequest) => {
    counts.push(`${method} ${path}`);
    return html(body);
  };

test('a harmful request is not sent, whatever action caused it', async () => {
  const sent: string[] = [];
  const actions = [
    `fetch('/items/1/delete')`,
    `location = '/items/2/delete'`,
    `const f = document.body.appendChild(document.createElement('form')); f.action = '/items/3/delete'; f.submit()`,
    `document.body.appendChild(document.createElement('iframe')).src = '/items/4/delete'`,
    `document.body.appendChild(document.createElement('script')).src = '/items/5/delete?callback=x'`,
    `open('/items/6/delete')`,
    `const x = new XMLHttpRequest(); x.open('GET', '/?action=delete&id=7'); x.send()`,
    `setTimeout(() => fetch('/items/8/delete'), 4000)`,
    `new EventSource('/items/9/delete')`,
    `fetch('/elsewhere')`,
    `confirm('Do you want to delete it?') && fetch('/opaque')`,
  ];
  const portal = site('acts.test', {
    '/': html(
      actions
        .map(
          (code, n) =>
            `<x-a${n}><button id=b${n}>Do it</button></x-a${n}><script>b${n}.addEventListener('click', () => { ${code} })</script>`,
        )
        .join(''),
    ),
    '/elsewhere': () => ({ status: 302, headers: { location: '/items/10/delete' }, body: '' }),
    '/opaque': counted(sent),
    ...Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`/items/${n}/delete`, counted(sent)])),
    '/?action=delete&id=7': counted(sent),
    '/next': html('next'),
  });
  const server = await serveDemo({ portals: [portal] });
  const capture = new BrowserCapture({
    techniques: techniqueNames('active'),
    headed: false,
    hostRules: server.hostRules,
    workers: 1,
    now: Date.now,
    say: () => undefined,
  });
  const read = await capture.read({ url: 'http://acts.test/', site: 1 });
  await capture.read({ url: 'http://acts.test/next', site: 1 });
  await capture.close();
  await server.close();
  expect(sent).toEqual([]);
  const found = new Set(read.links.map(({ url }) => url));
  for (const n of [1, 2, 3, 5, 6])
    expect(
      [...found].some((url) => url?.includes(`/items/${n}/delete`)),
      `${n} is listed`,
    ).toBe(true);
});

test('a control that turns into a delete button is not pressed again', async () => {
  const sent: string[] = [];
  const portal = site('turns.test', {
    '/': html(`<button id=b onclick="if (b.textContent === 'Edit') { b.textContent = 'Delete'; document.body.append(document.createElement('p')) }
      else fetch('/opaque')">Edit</button><button id=m onclick="if (m.n > 4) return; const a = document.createElement('a'); a.href = '/more/' + (m.n = (m.n ?? 0) + 1); document.body.append(a);
      m.textContent = 'Load more (' + m.n + ')'">Load more</button>`),
    '/opaque': counted(sent),
  });
  const server = await serveDemo({ portals: [portal] });
  const capture = new BrowserCapture({
    techniques: techniqueNames('active'),
    headed: false,
    hostRules: server.hostRules,
    workers: 1,
    now: Date.now,
    say: () => undefined,
  });
  const read = await capture.read({ url: 'http://turns.test/', site: 1 });
  await capture.close();
  await server.close();
  expect(sent).toEqual([]);
  expect(read.links.map(({ url }) => url)).toContain('http://turns.test/more/3');
});
