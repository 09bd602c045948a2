import { expect } from '@playwright/test';
import { asksForHarm, harmOfText, isBackward } from '../../src/safety/text.ts';
import { test } from '../plain-test.ts';

/** By language: texts that must not be pressed, and similar ones that may. */
const labels: Readonly<Record<string, readonly [harmful: string, harmless: string]>> = {
  en: [
    'Delete|Remove item|Log out|Sign out of all devices|Yes, delete it|Permanently delete|Unsubscribe|Opt out|Cancel my subscription|Cancel order|Empty cart|Clear history|Close account|Deactivate account|Switch user|Revoke|Withdraw|Buy now|Publish|Vote|Mark all as read|DELETE|Delete this comment and all of its replies|Restart server|Regenerate key|Enrol me|Resend invitation|Subscribe|Follow|👍|👍🏽 12|Click here to unsubscribe from our newsletter',
    'Pay scale|Merge requests|Follow-up studies|Purchase orders|Great talk 👍|Followers|Subscribers|Deleted items|How to delete an account|Clear filter|Remove filter|Remove all filters|Delete filter|Cancel|Close|Clear all|Reset|Show more|Load more|Next|Sign in|Log in|Signs of life|Outlook|Logging|Unsubscribed members|Open account|Order of magnitude|Books|Publications|Votes|Removed|Undelete|What happens before you delete',
  ],
  sw: ['Futa|Ondoka|Nunua|Lipa|Jiunge|Jiondoe|Piga kura|Chapisha', 'Tafuta|Kuhusu sisi|Rudi|Jinsi ya kufuta akaunti'],
  ta: ['நீக்கு|அழி|வெளியேறு|வாங்கு|குழுசேர்|குழுவிலகு|வாக்களி', 'தேடு|முகப்பு|எப்படி நீக்குவது'],
  mn: ['Устгах|Гарах|Системээс гарах|Худалдан авах|Төлөх|Дагах|Захиалга цуцлах', 'Хайх|Бидний тухай|Буцах'],
  tl: [
    'Tanggalin|Burahin|Mag-log out|Bumili|Bilhin|Mag-subscribe|Mag-unsubscribe|Bumoto',
    'Maghanap|Tungkol sa amin|Bumalik',
  ],
  de: [
    'Löschen|Eintrag löschen|Entfernen|Abmelden|Ausloggen|Konto schließen|Warenkorb leeren|Bestellung stornieren|Abbestellen|LÖSCHEN',
    'Gelöschte Einträge|Filter entfernen|Abbrechen|Schließen|Wie man ein Konto löscht|Anmelden|Zurücksetzen|Treu',
  ],
  fr: [
    'Supprimer|Se déconnecter|Déconnexion|Effacer|Vider le panier|Se désabonner|Annuler la commande|Fermer mon compte|DECONNEXION',
    'Supprimés|Effacer les filtres|Annuler|Fermer|Comment supprimer un compte|Salle de bain|Suivant',
  ],
  es: [
    'Eliminar|Borrar|Cerrar sesión|Sí, eliminar|Vaciar carrito|Darse de baja|Cancelar suscripción|Eliminar cuenta',
    'Eliminados|Quitar filtro|Cancelar|Cerrar|Cómo eliminar una cuenta|Siguiente',
  ],
  pt: [
    'Excluir|Apagar|Terminar sessão|Sair|Remover item|Cancelar assinatura|Esvaziar carrinho',
    'Excluídos|Remover filtro|Cancelar|Fechar|Como excluir uma conta',
  ],
  it: [
    'Elimina|Cancella|Esci|Disconnetti|Rimuovi|Svuota carrello|Annulla ordine|Disiscriviti',
    'Eliminati|Rimuovi filtro|Annulla|Chiudi|Come eliminare un account|Il lago più largo',
  ],
  ca: ['Suprimeix|Elimina|Tanca la sessió', 'Eliminats|Tanca|Elimina els filtres'],
  gl: ['Eliminar|Borrar|Pechar sesión', 'Eliminados|Pechar|Cancelar'],
  eu: ['Ezabatu|Kendu|Saioa itxi', 'Ezabatutakoak|Itxi|Iragazkia kendu'],
  ro: ['Șterge|Elimină|Deconectare|Golește coșul', 'Șterse|Închide|Șterge filtrul'],
  nl: [
    'Verwijderen|Wissen|Uitloggen|Winkelwagen legen|Uitschrijven',
    'Verwijderde items|Sluiten|Filter wissen|Annuleren',
  ],
  sv: ['Ta bort|Radera|Logga ut|Töm varukorgen', 'Borttagna|Stäng|Ta bort filtret|Avbryt'],
  da: ['Slet|Fjern|Log ud|Afmeld', 'Slettede|Luk|Fjern filter|Log ind'],
  no: ['Slett|Fjern|Logg ut|Meld deg av', 'Slettede|Lukk|Fjern filter|Bli medlem'],
  is: [
    'Eyða|Fjarlægja|Skrá út|Útskráning|Kaupa|Greiða|Gerast áskrifandi|Segja upp áskrift|Kjósa',
    'Loka|Leita|Um okkur',
  ],
  fi: ['Poista|Poista viesti|Kirjaudu ulos|Tyhjennä ostoskori', 'Poistetut|Sulje|Poista suodatin|Kuka olen'],
  et: ['Kustuta|Eemalda|Logi välja', 'Kustutatud|Sulge|Eemalda filtrid'],
  lv: ['Dzēst|Noņemt|Iziet|Izrakstīties', 'Dzēstie|Aizvērt|Noņemt filtru'],
  lt: ['Ištrinti|Pašalinti|Atsijungti', 'Ištrinta|Uždaryti|Pašalinti filtrą'],
  pl: [
    'Usuń|Skasuj|Wyloguj się|Opróżnij koszyk|Anuluj zamówienie|Wypisz się',
    'Usunięte|Zamknij|Usuń filtr|Anuluj|Jak usunąć konto',
  ],
  cs: [
    'Smazat|Odstranit|Odhlásit se|Vymazat|Zrušit objednávku',
    'Smazané|Zavřít|Odstranit filtr|Zrušit|Jak smazat účet',
  ],
  sk: ['Zmazať|Odstrániť|Odhlásiť sa', 'Zmazané|Zavrieť|Odstrániť filter'],
  sl: ['Izbriši|Odstrani|Odjavi se|Odjava', 'Izbrisano|Zapri|Odstrani filter'],
  hr: [
    'Izbriši|Obriši|Ukloni|Odjavi se|Odjava|Isprazni košaricu|Obriši nalog',
    'Izbrisano|Zatvori|Ukloni filter|Odustani',
  ],
  sr: ['Избриши|Обриши|Уклони|Одјави се|Одјава', 'Избрисано|Затвори|Уклони филтер'],
  mk: ['Избриши|Отстрани|Одјави се', 'Избришани|Затвори|Отстрани филтер'],
  bg: ['Изтрий|Премахни|Изход|Отпиши се', 'Изтрити|Затвори|Премахни филтър'],
  ru: [
    'Удалить|Удалить сообщение|Удаление|Выход|Выйти|Выйти (Анна)|Выйти из системы|Отписаться|Очистить корзину|Отменить заказ|Закрыть аккаунт|УДАЛИТЬ',
    'Удалённые|Убрать фильтры|Отмена|Закрыть|Выход книги|Как удалить аккаунт|Показать ещё|Вход|Далее',
  ],
  uk: [
    'Видалити|Вилучити|Вийти|Вихід|Відписатися|Скасувати замовлення',
    'Видалені|Закрити|Видалити фільтр|Скасувати|Вхід',
  ],
  be: ['Выдаліць|Прыбраць|Выйсці|Выхад', 'Выдаленыя|Закрыць|Прыбраць фільтр'],
  el: ['Διαγραφή|Αφαίρεση|Αποσύνδεση|ΔΙΑΓΡΑΦΗ', 'Κλείσιμο|Αφαίρεση φίλτρου|Ακύρωση|Σύνδεση'],
  hu: [
    'Törlés|Töröl|Eltávolítás|Kijelentkezés|Leiratkozás',
    'Törölt elemek|Bezárás|Szűrők törlése|Mégse|Bejelentkezés',
  ],
  tr: [
    'Sil|SİL|Kaldır|Çıkış|ÇIKIŞ YAP|Oturumu kapat|Siparişi iptal et',
    'Silinenler|Kapat|Filtreyi kaldır|İptal|Giriş yap|Dil|Silikon',
  ],
  sq: ['Bli tani|Paguaj|Abonohu|Çabonohu|Ç’abonohu|Voto|Fshi|Hiq|Shkyçu', 'Mbyll|Hiq filtrin|Bli medlem'],
  ga: ['Scrios|Bain amach|Logáil amach', 'Dún|Bain amach scagaire|Cuardach'],
  mt: ['Ħassar|Neħħi|Oħroġ', 'Agħlaq|Neħħi il-filtru|Fittex'],
  cy: ['Dileu|Tynnu|Allgofnodi', 'Cau|Tynnu hidlydd|Mewngofnodi'],
  ka: ['წაშლა|ამოღება|გამოსვლა', 'დახურვა|ფილტრის წაშლა|შესვლა'],
  hy: ['Ջնջել|Հեռացնել|Դուրս գալ|Ելք', 'Փակել|Հեռացնել ֆիլտրը|Մուտք'],
  ar: ['حذف|إزالة|تسجيل الخروج|خروج|إلغاء الطلب', 'المحذوفات|إغلاق|إزالة الفلتر|إلغاء|تسجيل الدخول'],
  fa: ['حذف|پاک کردن|خروج|خروج از حساب', 'بستن|حذف فیلتر|ورود'],
  he: ['מחק|הסר|התנתק|יציאה|ביטול הזמנה', 'סגור|הסר סינון|ביטול|התחבר'],
  hi: ['हटाएं|मिटाएँ|डिलीट करें|लॉग आउट करें|लॉगआउट', 'बंद करें|फ़िल्टर हटाएं|खोजें'],
  zh: [
    '删除|刪除|确认删除|移除|清空购物车|退出登录|退出|登出|取消订单|注销账号',
    '已删除|关闭|清除筛选|取消|如何删除账号|登录|显示更多',
  ],
  ja: [
    '削除|項目を削除する|消去|ログアウト|退会|カートを空にする|注文をキャンセル',
    '削除済み|閉じる|フィルターを削除|キャンセル|削除する方法|ログイン|もっと見る',
  ],
  ko: ['삭제|게시물 삭제|제거|로그아웃|회원탈퇴|주문 취소', '삭제된 항목|닫기|필터 삭제|취소|로그인|더 보기'],
  vi: ['Xóa|Xoá|Gỡ bỏ|Đăng xuất|Hủy đăng ký', 'Đóng|Xóa bộ lọc|Đăng nhập|Jackie Chan'],
  th: ['ลบ|ลบรายการ|นำออก|ออกจากระบบ', 'ปิด|ลบตัวกรอง|เข้าสู่ระบบ|กลับ'],
  id: ['Hapus|Buang|Keluar|Log keluar|Padam|Berhenti berlangganan', 'Tutup|Hapus filter|Masuk|Batal'],
};

for (const [language, [harmful, harmless]] of Object.entries(labels)) {
  test(`harmful texts are distinguished from harmless ones: ${language}`, () => {
    for (const text of harmful.split('|')) expect(harmOfText(text), text).toBe('sure');
    for (const text of harmless.split('|')) expect(harmOfText(text), text).not.toBe('sure');
  });
}

test('texts for an action or a page about it are doubtful', () => {
  for (const text of ['Submit', 'Order', 'Senden', 'Отправить', '提交', 'Reset password', 'Please confirm'])
    expect(harmOfText(text), text).toBe('doubtful');
  const things =
    'Annual Report|Mail archive|5.4.2. Delete packages|list.remove()|Delete key theorem|Vote results|Order books';
  for (const text of things.split('|')) expect(harmOfText(text), text).toBeUndefined();
});

test('symbols that delete', () => {
  for (const text of ['🗑', '🗑️', '🚮', '⌫', '🗑 2']) expect(harmOfText(text), text).toBe('sure');
  for (const text of ['×', '+', '…', '★', '→', '']) expect(harmOfText(text), text).toBeUndefined();
});

test('questions', () => {
  for (const text of [
    'Are you sure that you really want to delete this item?',
    'Möchten Sie diesen Eintrag wirklich löschen?',
    'Вы действительно хотите удалить эту запись?',
    '本当にこの項目を削除してもよろしいですか？',
    '确定要删除这条记录吗？',
    'Do you want to log out now?',
  ])
    expect(asksForHarm(text), text).toBe(true);
  for (const text of ['Leave this page?', 'Show all 300 entries?', 'Do you accept cookies?', ''])
    expect(asksForHarm(text), text).toBe(false);
});

test('links back are recognised in the most common languages', () => {
  const back =
    'Back|« Back|← Back|Go back|Back to the list|Zurück|Zurück zur Liste|Retour|Atrás|Volver|Voltar|Indietro|Terug|Tillbaka|Назад|返回|上一步|戻る|뒤로|رجوع';
  for (const text of back.split('|')) expect(isBackward(text), text).toBe(true);
  const others =
    'Next|Previous|‹|上一页|Backup|Background|Feedback|Send it back|Back pain and its treatment by exercise|Weiter|Suivant|Home|1';
  for (const text of others.split('|')) expect(isBackward(text), text).toBe(false);
});
