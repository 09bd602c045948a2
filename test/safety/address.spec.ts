import { expect } from '@playwright/test';
import { asksToEdit, harmOfAddress } from '../../src/safety/address.ts';
import { harmOfVisit } from '../../src/safety/harm.ts';
import { test } from '../plain-test.ts';

const harm = (path: string) => harmOfAddress(new URL(path, 'http://uni.test'));

const harmful = {
  'ends a session':
    '/logout /logout.php /log-out /log_off /logoutUser /user/sign-out/now /SignOff /user/log-out/ /account/sign_out?next=/ /Account/LogOff /index.php?title=Special:UserLogout&returnto=A /doLogout.do /userlogout.php /?action=logout /login/logout.php?sesskey=1 /index.php?logout=1 /oauth2/sign_out /wp-login.php?action=logout /route?r=user/logout /?q=user/logout /#/signout /logout/',
  deletes:
    '/items/3/delete /delete/3 /remove/3 /remove/some-name /delete/items/3 /3/delete/confirm /items/destroy/3 /deleteItem/3 /api/remove_item /%64elete /items/3/delete.json /items/3/delete?confirm=1 /blog/3/delete /news/12/remove /item?delete=3 /item?action=delete&id=3 /item?do=removeAll /x?_method=DELETE /a?op=del&id=3 /admin.php?cmd=items.delete&id=3 /delete?id=3 /delete.php?id=3 /session/destroy /books/delete?id=3 /articles/delete?id=3 /?q=node/3/delete /profile/delete /delete_account /users/8c7f1a52-3f0e-4c1c-9a51-0d5f0c1b2a3d/delete',
  'ends what somebody has':
    '/unsubscribe /account/deactivate /newsletter/unsubscribe /unsubscribe?token=abc /u/unsubscribe/AbC123xyz789q /order/cancel /orders/3/cancel /subscription/cancel /account/close /users/3/deactivate /revoke/3 /opt-out /cart/empty /empty-cart',
  'sends or decides':
    '/posts/3/publish /approve/3 /users/3/ban /posts/3/upvote /notifications/mark-all-read /shop?add-to-cart=3 /polls/3/vote',
  'runs a machine':
    '/poweroff /reboot /admin/reset /cron ?cmd=rm /shutdown.cgi /system/restart /admin/flush-cache /cache/clear /wp-cron.php?doing_wp_cron=1 /jobs/3/run /jobs/run /server/stop /power/off ?power=off /router/reboot /cgi-bin/restart.cgi /db/migrate /admin/restore /queue/retry /kill?pid=3 /rm/3 ?action=rm&f=a ?do=reboot ?task=kill /device/reset /items/3/restore',
  'changes what is kept':
    '/rollback/3 /rollback?id=3 /revert/3 /undo/3 /retry/3 /loans/3/renew ?action=renew&id=3 /drop/3 /api/keys/3/rotate /token/regenerate /invitations/3/resend /mark-complete/3 /switch-user?u=anna /account/reset',
  'orders, votes or enrols':
    '/vote/up/3 /vote.php?id=3&dir=up /thumbs-up/3 /cart/add/3 /cart/3/add /basket/add?id=3 /addtocart?id=3 /checkout/confirm /checkout/complete /order/confirm /booking/9/confirm /courses/3/enrol /enrol/3 /impersonate/3',
  'carries a token of forms': '?csrf_token=ab12 /x?authenticity_token=abc /y?csrfmiddlewaretoken=abc ?XSRF-TOKEN=1',
  'in other languages':
    '/%D0%B2%D1%8B%D1%85%D0%BE%D0%B4/ /abmelden /?do=Abmelden /d%C3%A9connexion /cerrar-sesion /eliminar/3 /удалить/3 /items/3/удалить /items/3/löschen /artikel/3/loeschen /deconnexion /usun/3 /wyloguj /odhlasit /sil/3 /poista/3 /项目/3/删除 /supprimer/3',
};
for (const [what, paths] of Object.entries(harmful)) {
  test(`an address that ${what}`, () => {
    for (const path of paths.split(' ')) expect(harm(path), path).toBe('sure');
  });
}

test('an ambiguous address may act, or be a page about it', () => {
  const paths =
    '/messages/3/archive /comments/3/report /delete-old-entries /posts/3/like ?sesskey=abc ?_wpnonce=ab ?action=restart ?op=reset ?vote=up&id=3 /users/anna/follow /restart';
  for (const path of paths.split(' ')) expect(harm(path), path).toBeDefined();
});

const harmless = {
  'names what was done, or something else':
    '/ /api/removed-items /removed-items /cancellation-policy /deleted.json /unsubscribed-members /blog/outlook /catalog/off-campus /login /signoffs/list /destroyers-of-worlds /a%zz /blog-outreach /catalog-offers/ /design-office /designoffice /logoutside /выход-книги /%E0%A4 /press/abmeldungen /list?mode=recently-deleted /items?sort=removed /clear-skies /close-reading',
  'is what somebody looks for':
    '/search?q=delete /?q=delete /search?q=how+to+remove+rust /people?q=salirosa /login?next=/logout /x?tag=delete /x?name=logout-button',
  'is an article, or a page of a manual':
    '/how-to-delete-an-account /delete-your-cookies.html /docs/api/delete /wiki/Delete /blog/unsubscribe-rates /help/unsubscribe /faq/cancel-order /wiki/Logout /docs/logout.html /dictionary/remove /articles/removal-of-rust /tutorials/5-ways-to-delete /docs/v2/delete /questions/tagged/delete /tag/remove',
  'is a list or a form':
    '/archive/2019 /archive/3 /news/archive /2019/archive /books /order /orders/3 /register /events/2019/register /contact/submit /checkout /reports/3 /posts/3 /votes/3 /annual-report /publish /pay /cart /publications/3 /empty /reset-password.html /index.php?option=com_content&view=article&id=3 /index.php?page=order&id=3 /news?page=3 /list?order=asc&id=3 /course/2019/report',
  'has a word of an order, and gives none':
    '/restart-festival /start /start.html /service/start /vote/results /votes/3 /cron-jobs /docs/cron /man8/reboot.8.html /power /power/3 /cart/view /checkout /subscribe-to-news /subscribe /follow-the-course /library/order-books /events/reboot-2024 /key/3 /keys /courses/3/schedule /videos/3/watch /rollback-netting /news/restart-of-teaching /upgrade /deploy /migration /shutdown-of-the-reactor /email /email/confirmation /jobs /jobs/3 /tasks/3 /run /run/3 /server /servers/3 /grant/3 /apply /jobs/3/apply ?token=abc ?state=on /queue /history/clear-water /sync /system /system/start /reset.css ?sort=up /additive/3 /add /items/add /en/about/join /robots/reboot-series/3 /manual/undo.html /vim/2012/rm-12-3.html /ada/rm-A-1.html /api/Rotate.html /api/ExecTask.html /http/server/sync/ /password/reset /password-reset',
  'is a part of a page': '/js/delete-button.js /img/trash.svg /static/logout.css /icons/delete.png',
};
for (const [what, paths] of Object.entries(harmless)) {
  test(`an address that ${what} is harmless`, () => {
    for (const path of paths.split(' ')) expect(harm(path), path).toBeUndefined();
  });
}

test('a link is recognised by its text, too, except in news-like parts of a site', () => {
  const link = (path: string, anchor: string) =>
    harmOfVisit({ url: `https://uni.edu${path}`, anchor, rel: '', isGuess: false }, true);
  for (const anchor of [
    'Log out',
    '» Sign out of the portal',
    'LOGOUT',
    'Выход',
    'Выйти (Anna)',
    'Выйти из системы',
    'Delete',
    '删除',
    '🗑',
  ])
    expect(link('/x', anchor), anchor).toBe('sure');
  for (const anchor of [
    '',
    'Log in',
    'Выход книги',
    'Abmelden von Kursen',
    'Logouts explained',
    'Blog: outreach',
    'How to delete your account',
  ])
    expect(link('/x', anchor), anchor).toBeUndefined();
  for (const path of ['/wiki/Delete', '/docs/sql/delete', '/blog/how-to-delete', '/glossary/remove'])
    expect(link(path, 'Delete'), path).toBeUndefined();
  expect(link('/items/3/delete', 'Details')).toBe('sure');
  expect(link('/x', '×')).toBe('doubtful');
  expect(link('/x', 'X')).toBeUndefined();
});

test('an address of an edit form', () => {
  const edits = (path: string) => asksToEdit(new URL(path, 'http://uni.test'));
  const forms =
    '/doku.php?id=start&do=edit /index.php?title=A&action=edit&redlink=1 /index.php?title=A&veaction=edit /issues/3/edit /edit/3 /wiki?op=edit /node/12/edit';
  for (const path of forms.split(' ')) expect(edits(path), path).toBe(true);
  const others =
    '/edit /the-edit /2024/edit /edits/3 /search?q=edit /how-to-edit /editor/3 /doku.php?id=edit /wiki/Edit';
  for (const path of others.split(' ')) expect(edits(path), path).toBe(false);
});
