/** Titles and five links of university pages, by language: about the least text of a page. */
export const shortPages: Readonly<Record<string, readonly string[]>> = {
  russian: [
    'Кафедра высшей математики|О кафедре|Преподаватели|Научная работа|Расписание занятий|Контакты',
    'Институт геологии|Новости института|Лаборатории|Публикации сотрудников|Аспирантура|Библиотека',
    'Филологический факультет|История факультета|Абитуриентам|Студентам|Учебный план|Ссылки',
  ],
  ukrainian: [
    'Київський національний університет|Про університет|Факультети|Наукова діяльність|Вступникам|Бібліотека',
    'Кафедра фізики|Історія кафедри|Викладачі|Навчальний процес|Наукові публікації|Зв’язки',
  ],
  bulgarian: [
    'Софийски университет|Факултети и катедри|Кандидат-студенти|Научна дейност|Библиотека|За контакти',
    'Катедра по математика|Преподаватели|Учебни планове|Публикации|Новини|Връзки',
  ],
  polish: [
    'Wydział Matematyki i Informatyki|Ogłoszenia dla studentów|Pracownicy wydziału|Badania naukowe|Książki i czasopisma|Łączność',
    'Instytut Języka Polskiego|Strona główna|Zespół badawczy|Rozkład zajęć|Działalność naukowa|Współpraca z zagranicą',
  ],
  czech: [
    'Přírodovědecká fakulta|O fakultě|Věda a výzkum|Přijímací řízení|Studijní oddělení|Knihovna a časopisy',
    'Katedra matematické analýzy|Zaměstnanci katedry|Přednášky a cvičení|Závěrečné práce|Semináře|Důležité odkazy',
  ],
  hungarian: [
    'Természettudományi Kar|A karról|Felvételizőknek|Tanszékek és intézetek|Könyvtár|Elérhetőség',
    'Történettudományi Intézet|Kutatócsoportok|Oktatók névsora|Időszaki kiadványok|Őszi félév|Ösztöndíjak',
  ],
  greek: [
    'Τμήμα Μαθηματικών|Το Τμήμα|Μέλη ΔΕΠ|Προπτυχιακές σπουδές|Έρευνα και δημοσιεύσεις|Ανακοινώσεις',
    'Εθνικό Πανεπιστήμιο Αθηνών|Σχολές και τμήματα|Διοίκηση|Βιβλιοθήκη|Φοιτητική μέριμνα|Επικοινωνία',
  ],
  turkish: [
    'Fen Edebiyat Fakültesi|Fakülte hakkında|Öğretim üyeleri|Araştırma görevlileri|Duyurular ve haberler|İletişim bilgileri',
    'Matematik Bölümü|Bölüm başkanlığı|Ders programları|Öğrenci işleri|Yüksek lisans|Kütüphane ve yayınlar',
  ],
  hebrew: [
    'האוניברסיטה העברית בירושלים|אודות האוניברסיטה|פקולטות ובתי ספר|סגל אקדמי|מידע לסטודנטים|ספריות',
    'המחלקה למתמטיקה|חברי הסגל|תוכנית הלימודים|סמינרים ואירועים|מחקר ופרסומים|יצירת קשר',
  ],
  arabic: [
    'كلية العلوم جامعة القاهرة|عن الكلية|أعضاء هيئة التدريس|البحث العلمي|شؤون الطلاب|المكتبة والمجلات',
    'قسم الرياضيات|الخطة الدراسية|الدراسات العليا|أخبار القسم|المشاريع البحثية|اتصل بنا',
  ],
  thai: [
    'คณะวิทยาศาสตร์ มหาวิทยาลัย|เกี่ยวกับคณะ|หลักสูตรการศึกษา|งานวิจัย|บุคลากร|ติดต่อเรา',
    'ภาควิชาคณิตศาสตร์|ข่าวประชาสัมพันธ์|อาจารย์ประจำภาควิชา|ตารางเรียน|ห้องสมุด|นักศึกษา',
  ],
  german: [
    'Fakultät für Mathematik|Über die Fakultät|Prüfungsordnung und Anträge|Veröffentlichungen|Hörsäle und Übungen|Bücherei',
    'Institut für Geologie|Studium und Lehre|Forschungsgruppen|Ansprechpartner|Öffnungszeiten|Gästebuch',
  ],
  french: [
    'Faculté des Lettres|Présentation de la faculté|Études et diplômes|Équipes de recherche|Bibliothèque universitaire|Actualités',
    'Département de mathématiques|Enseignement supérieur|Thèses soutenues|Séminaires à venir|Relations extérieures|Accès',
  ],
  spanish: [
    'Facultad de Matemáticas|Información académica|Investigación y publicaciones|Página del decano|Año académico|Biblioteca',
    'Departamento de Filología Española|Programas de enseñanza|Líneas de investigación|Matrícula|Exámenes|Enlaces de interés',
  ],
  italian: [
    'Dipartimento di Matematica|Attività di ricerca|Facoltà e corsi|Orario delle lezioni|Novità|Biblioteca',
    'Università degli Studi|Qualità della didattica|Personale docente|Servizi agli studenti|Opportunità|Contatti',
  ],
  swedish: [
    'Matematiska institutionen|Om institutionen|Forskning på avdelningen|Utbildning på grundnivå|Föreläsningar och övningar|Hitta hit',
    'Humanistiska fakulteten|Nyheter från fakulteten|För anställda|Sök kurser|Länkar till ämnen|Öppettider',
  ],
  japanese: [
    '理学部数学科|学科の紹介|教員一覧|研究室のページ|入学試験について|お問い合わせ',
    '東京大学大学院情報理工学系研究科|研究科について|カリキュラム|セミナーのお知らせ|図書館|リンク集',
  ],
  korean: [
    '서울대학교 수학과|학과 소개|교수진 안내|연구 분야|입학 안내|공지사항',
    '자연과학대학 물리학과|교육과정|대학원 과정|세미나 일정|자료실|오시는 길',
  ],
  chinese: [
    '北京大学数学科学学院|学院概况|师资队伍|科学研究|招生信息|图书资料',
    '清华大学物理系|系内新闻|研究生培养|学术报告|实验室介绍|联系我们',
  ],
  taiwanese: [
    '國立臺灣大學數學系|系所簡介|師資陣容|課程資訊|招生訊息|學術活動',
    '清華大學物理學系|最新消息|研究領域|實驗室介紹|圖書館|相關網站',
  ],
};

/** The encodings of each language on the old Web. */
export const encodingsOf: Readonly<Record<string, readonly string[]>> = {
  russian: ['koi8-r', 'windows-1251', 'iso-8859-5'],
  ukrainian: ['windows-1251'],
  bulgarian: ['windows-1251'],
  polish: ['iso-8859-2', 'windows-1250'],
  czech: ['iso-8859-2', 'windows-1250'],
  hungarian: ['iso-8859-2', 'windows-1250'],
  greek: ['iso-8859-7', 'windows-1253'],
  turkish: ['windows-1254'],
  hebrew: ['windows-1255'],
  arabic: ['windows-1256'],
  thai: ['windows-874'],
  german: ['windows-1252'],
  french: ['windows-1252'],
  spanish: ['windows-1252'],
  italian: ['windows-1252'],
  swedish: ['windows-1252'],
  japanese: ['shift_jis', 'euc-jp'],
  korean: ['euc-kr'],
  chinese: ['gb18030'],
  taiwanese: ['big5'],
};

/** A page of one of these lines, without a declared encoding. */
export function shortPage(line: string): string {
  const [title = '', ...links] = line.split('|');
  const items = links.map((words, index) => `<li><a href="page${index}.html" class="menu">${words}</a></li>`);
  items.push(`<li><a href="search?q=${title}">?</a></li>`);
  return `<html><head><title>${title}</title><style>body { color: black }</style></head><body>
    <script src="/menu.js"></script><h1>${title}</h1><ul>${items.join('\n')}</ul><p>&copy; Webmaster</p></body></html>`;
}
