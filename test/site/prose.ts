import iconv from 'iconv-lite';

/** Prose of a language, by register, and its encodings on the old Web. */
interface Prose {
  readonly name: string;
  readonly encodings: readonly string[];
  readonly text: string;
}

/** Training set of the detection of encodings … */
export const tunedOn: readonly Prose[] = [
  {
    name: 'Japanese news',
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    text: '気象庁は２２日、東日本の太平洋側で大雨になるおそれがあるとして、土砂災害に警戒するよう呼びかけた。担当者は「川の水位が急に上がることもある。早めの避難を」と話している。関東では、２３日の昼ごろまで雨が続く見込みだ。',
  },
  {
    name: 'a Japanese poem',
    encodings: ['shift_jis', 'euc-jp'],
    text: '古池や、蛙飛びこむ水の音。閑さや、岩にしみ入る蝉の声。夏草や、兵どもが夢の跡。',
  },
  {
    name: 'Japanese about programs, with Latin words',
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    text: 'Linux 2.4 のカーネルをコンパイルするには、まず make menuconfig を実行します（X11 では xconfig も可）。Apache 1.3.20 と PHP 4 の設定例は、/etc/httpd/conf/httpd.conf を参照してください。※バージョンにより異なります。',
  },
  {
    name: 'Chinese news, simplified',
    encodings: ['gbk', 'gb18030'],
    text: '新华社北京１１月２２日电：国务院总理今天上午在人民大会堂会见了来访的代表团。双方就经贸、文化、教育等领域的合作深入交换了意见，并签署了《联合声明》。会谈“友好而坦率”，有关人士说。',
  },
  {
    name: 'Chinese law, simplified',
    encodings: ['gbk', 'gb18030'],
    text: '第一条　为了保护民事主体的合法权益，调整民事关系，维护社会和经济秩序，根据宪法，制定本法。第二条　本法所称“法人”，是指具有民事权利能力和民事行为能力的组织；自然人、法人和非法人组织的民事权益受法律保护，任何组织或者个人不得侵犯。',
  },
  {
    name: 'a Chinese poem, simplified',
    encodings: ['gbk', 'gb18030'],
    text: '床前明月光，疑是地上霜。举头望明月，低头思故乡。',
  },
  {
    name: 'Chinese news, traditional',
    encodings: ['big5', 'big5-hkscs'],
    text: '【本報臺北訊】行政院長昨日表示，明年度總預算案將於下週送交立法院審議，其中教育、科技、社會福利三項支出合計超過五成。他強調：「經費有限，每一分錢都要用在刀口上。」在野黨立委則批評，政府舉債過高，「債留子孫」。',
  },
  {
    name: 'a Chinese poem, traditional',
    encodings: ['big5', 'big5-hkscs'],
    text: '春眠不覺曉，處處聞啼鳥。夜來風雨聲，花落知多少？',
  },
  {
    name: 'Cantonese',
    encodings: ['big5-hkscs'],
    text: '佢哋喺度傾緊偈，話聽日去睇戲，嗰套戲好好睇㗎。你嚟唔嚟呀？唔好遲到喎，啲飛好快就賣晒㗎喇！',
  },
  {
    name: 'Korean news',
    encodings: ['euc-kr'],
    text: '기상청은 22일 “내일 오전부터 전국에 비가 내리겠다”고 예보했다. 예상 강수량은 서울·경기 10~30㎜, 남부 지방 20~60㎜이다. 관계자는 ‘하천 주변에서는 각별한 주의가 필요하다’고 말했다.',
  },
  {
    name: 'Korean law, with ideographs',
    encodings: ['euc-kr'],
    text: '제1조 ① 대한민국(大韓民國)은 민주공화국이다. ② 대한민국의 주권은 국민에게 있고, 모든 권력은 국민으로부터 나온다. 제2조 ① 대한민국의 국민이 되는 요건은 법률로 정한다. 「헌법(憲法)」 전문에서 옮김.',
  },
  {
    name: 'Russian news',
    encodings: ['windows-1251', 'koi8-r', 'iso-8859-5'],
    text: 'Учёные Карельского научного центра РАН представили доклад о состоянии Онежского озера — «второго по величине в Европе». По словам руководителя работ, уровень воды за 10 лет снизился на 12 см; причина — малоснежные зимы.',
  },
  {
    name: 'a Russian poem',
    encodings: ['windows-1251', 'koi8-r'],
    text: 'Мороз и солнце; день чудесный! Ещё ты дремлешь, друг прелестный — пора, красавица, проснись: открой сомкнуты негой взоры.',
  },
  {
    name: 'Polish law',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Rzeczpospolita Polska jest dobrem wspólnym wszystkich obywateli. Władza zwierzchnia należy do Narodu, który sprawuje ją przez swoich przedstawicieli lub bezpośrednio. Ustawa określa szczegółowe zasady i tryb głosowania w wyborach.',
  },
  {
    name: 'Czech prose',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Příliš žluťoučký kůň úpěl ďábelské ódy. Když přišel večer, sešli se všichni u řeky a poslouchali, jak voda šumí přes kameny; nikdo nemluvil, jen děti se tiše smály.',
  },
  {
    name: 'Greek news',
    encodings: ['windows-1253', 'iso-8859-7'],
    text: 'Η κυβέρνηση ανακοίνωσε χθες ότι τα σχολεία θα παραμείνουν κλειστά την Παρασκευή λόγω της κακοκαιρίας. Σύμφωνα με τη μετεωρολογική υπηρεσία, αναμένονται ισχυρές βροχές και καταιγίδες σε όλη τη χώρα.',
  },
  {
    name: 'Turkish news',
    encodings: ['windows-1254'],
    text: 'Üniversitenin açılış törenine öğrenciler ve öğretim üyeleri katıldı. Rektör, “Bu yıl kütüphanemizi yeniledik, yurtlarımızı genişlettik” dedi. Derslerin önümüzdeki hafta başlayacağı bildirildi; ayrıntılar için duyurulara bakınız.',
  },
  {
    name: 'Hebrew prose',
    encodings: ['windows-1255'],
    text: 'האוניברסיטה הודיעה אתמול כי הלימודים ייפתחו בשבוע הבא. הסטודנטים מתבקשים להירשם לקורסים עד יום חמישי בשעה 12:00, ולעיין בתקנון המעודכן.',
  },
  {
    name: 'Arabic news',
    encodings: ['windows-1256'],
    text: 'أعلنت الجامعة أمس أن الدراسة ستبدأ الأسبوع المقبل، ودعت الطلاب إلى التسجيل في المقررات قبل يوم الخميس. وقال رئيس الجامعة إن عدد المقبولين هذا العام تجاوز عشرة آلاف طالب.',
  },
  {
    name: 'German prose',
    encodings: ['windows-1252'],
    text: 'Als der Zug endlich hielt, war es schon dunkel – niemand wartete am Bahnsteig. „Müssen wir wirklich zu Fuß gehen?“, fragte Käthe. Über den Hügeln stand ein schmaler Mond, und in den Gärten blühten späte Rosen.',
  },
  {
    name: 'French prose',
    encodings: ['windows-1252'],
    text: 'Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se fermaient si vite que je n’avais pas le temps de me dire : « Je m’endors. » Et, une demi-heure après, la pensée m’éveillait.',
  },
  {
    name: 'one Japanese sentence',
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    text: '本日は晴天なり。',
  },
  {
    name: 'one Chinese sentence, simplified',
    encodings: ['gbk'],
    text: '欢迎光临我的主页！',
  },
  {
    name: 'Thai news',
    encodings: ['windows-874'],
    text: 'มหาวิทยาลัยประกาศเมื่อวานนี้ว่าภาคเรียนใหม่จะเริ่มในสัปดาห์หน้า นักศึกษาต้องลงทะเบียนเรียนภายในวันพฤหัสบดี และตรวจสอบตารางสอนได้ที่ห้องสมุดกลาง',
  },
];

/** … and its test set. */
export const checkedWith: readonly Prose[] = [
  {
    name: 'Japanese law',
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    text: '日本国民は、正当に選挙された国会における代表者を通じて行動し、われらとわれらの子孫のために、諸国民との協和による成果と、わが国全土にわたつて自由のもたらす恵沢を確保し、この憲法を確定する。第九条　日本国民は、正義と秩序を基調とする国際平和を誠実に希求する。',
  },
  {
    name: 'a Japanese novel',
    encodings: ['shift_jis', 'euc-jp'],
    text: '「吾輩は猫である。名前はまだ無い。」――どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所で、ニャーニャー泣いていた事だけは記憶している…',
  },
  {
    name: 'Japanese trade, many katakana',
    encodings: ['shift_jis', 'euc-jp'],
    text: 'オンラインショップのご案内：デジタルカメラ、プリンター、メモリーカードなど全品送料無料！お支払いは、クレジットカード・コンビニ・銀行振込からお選びいただけます。（税込￥１２，８００より）',
  },
  {
    name: 'Chinese about programs, simplified',
    encodings: ['gbk', 'gb18030'],
    text: '安装步骤：1、下载 setup.exe（约 3.5 MB）；2、双击运行，按照提示选择目录；3、重新启动 Windows 98/2000。如果出现“找不到文件”的错误，请检查 PATH 变量是否正确，或发邮件至 support@example.com.cn。',
  },
  {
    name: 'a Chinese novel, simplified',
    encodings: ['gbk', 'gb18030'],
    text: '满纸荒唐言，一把辛酸泪！都云作者痴，谁解其中味？——却说那女娲氏炼石补天之时，于大荒山无稽崖炼成高经十二丈、方经二十四丈顽石三万六千五百零一块。',
  },
  {
    name: 'Chinese with rare characters, simplified',
    encodings: ['gb18030'],
    text: '“囍”字、“囧”字与“㐂”字都常见于网络；㑇、㥮等字，则要靠扩展字符集才能显示。学校请老师们注意：姓名中的生僻字，一律按身份证填写。',
  },
  {
    name: 'Chinese law, traditional',
    encodings: ['big5', 'big5-hkscs'],
    text: '第一條　中華民國基於三民主義，為民有、民治、民享之民主共和國。第二條　中華民國之主權，屬於國民全體。第七條　中華民國人民，無分男女、宗教、種族、階級、黨派，在法律上一律平等。',
  },
  {
    name: 'Chinese about programs, traditional',
    encodings: ['big5', 'big5-hkscs'],
    text: '請先下載 Netscape 4.7（約 12 MB），解壓縮後執行 setup.exe；若畫面出現亂碼，請將「檢視→字元集」改為繁體中文（Big5）。如有任何問題，歡迎來信：webmaster@example.edu.tw，或參考 FAQ 第 3 頁。',
  },
  {
    name: 'a Chinese novel, traditional',
    encodings: ['big5'],
    text: '話說天下大勢，分久必合，合久必分：周末七國分爭，并入於秦；及秦滅之後，楚、漢分爭，又并入於漢。',
  },
  {
    name: 'one Chinese sentence, traditional',
    encodings: ['big5'],
    text: '歡迎光臨，請多指教！',
  },
  {
    name: 'a notice in Hong Kong',
    encodings: ['big5-hkscs'],
    text: '各位同學：由於颱風關係，原定於星期六喺大會堂舉行嘅音樂會而家取消，啲門券可以喺詢問處退款。查詢請打電話嚟學生會（２６０９　１２３４），唔該晒。',
  },
  {
    name: 'Korean prose',
    encodings: ['euc-kr'],
    text: '메밀꽃이 필 무렵이었다. 장터는 벌써 어두웠고, 사람들은 하나둘 집으로 돌아갔다. “그만 가세.” 허 생원이 말했다… 달빛은 길 위에 하얗게 쏟아지고 있었다.',
  },
  {
    name: 'Korean about programs',
    encodings: ['euc-kr'],
    text: '리눅스(Linux) 커널 2.4를 설치하려면 먼저 make config 명령을 실행하세요. 자세한 내용은 홈페이지의 ‘자료실 → 설치 안내’를 참고하시기 바랍니다. 문의: root@example.co.kr',
  },
  {
    name: 'a Korean poem',
    encodings: ['euc-kr'],
    text: '나 보기가 역겨워 가실 때에는 말없이 고이 보내 드리오리다. 영변에 약산 진달래꽃, 아름 따다 가실 길에 뿌리오리다.',
  },
  {
    name: 'one Korean sentence',
    encodings: ['euc-kr'],
    text: '저희 홈페이지를 방문해 주셔서 감사합니다.',
  },
  {
    name: 'Russian law',
    encodings: ['windows-1251', 'koi8-r', 'iso-8859-5'],
    text: 'Статья 1. Российская Федерация есть демократическое федеративное правовое государство с республиканской формой правления. Статья 2. Человек, его права и свободы являются высшей ценностью.',
  },
  {
    name: 'Russian about programs',
    encodings: ['windows-1251', 'koi8-r'],
    text: 'Чтобы собрать ядро Linux 2.4, выполните make bzImage (около 20 минут на Pentium III). Если модуль eth0 не найден, проверьте файл /etc/modules.conf и перезапустите inetd.',
  },
  {
    name: 'Ukrainian prose',
    encodings: ['windows-1251'],
    text: 'Реве та стогне Дніпр широкий, сердитий вітер завива, додолу верби гне високі, горами хвилю підійма. І блідий місяць на ту пору із хмари де-де виглядав.',
  },
  {
    name: 'Bulgarian news',
    encodings: ['windows-1251'],
    text: 'Университетът обяви вчера, че занятията ще започнат следващата седмица. Студентите трябва да се запишат до четвъртък в 12 часа; повече подробности ще бъдат публикувани на сайта.',
  },
  {
    name: 'Hungarian prose',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Az egyetem tegnap közölte, hogy a tanítás a jövő héten kezdődik. A hallgatók csütörtökig jelentkezhetnek a kurzusokra; a könyvtár hosszabb nyitvatartással várja őket. Őszintén örülünk a sikerüknek!',
  },
  {
    name: 'Polish prose',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Kiedy pociąg wreszcie się zatrzymał, było już ciemno i nikt nie czekał na peronie. Szli więc pieszo przez śnieg, milcząc, aż ujrzeli światło w oknie małej chaty. Gospodarz otworzył drzwi i poprosił ich do środka.',
  },
  {
    name: 'Greek law',
    encodings: ['windows-1253', 'iso-8859-7'],
    text: 'Το πολίτευμα της Ελλάδας είναι Προεδρευόμενη Κοινοβουλευτική Δημοκρατία. Θεμέλιο του πολιτεύματος είναι η λαϊκή κυριαρχία. Όλες οι εξουσίες πηγάζουν από τον Λαό και υπάρχουν υπέρ αυτού.',
  },
  {
    name: 'Spanish prose',
    encodings: ['windows-1252'],
    text: 'En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo de los de lanza en astillero, adarga antigua, rocín flaco y galgo corredor. ¿Quién sabía más? ¡Nadie! El año pasó así.',
  },
  {
    name: 'Swedish prose',
    encodings: ['windows-1252'],
    text: 'När tåget äntligen stannade var det redan mörkt och ingen väntade på perrongen. De gick därför till fots över fälten, tysta, tills de såg ljus i ett fönster. Värden öppnade dörren och bad dem stiga på.',
  },
  {
    name: 'a Japanese heading',
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    text: '平成十三年度　入学案内（大学院）',
  },
  {
    name: 'a Japanese greeting',
    encodings: ['shift_jis', 'euc-jp'],
    text: 'ようこそ、わたしのホームページへ！',
  },
  {
    name: 'a Chinese heading, simplified',
    encodings: ['gbk', 'gb18030'],
    text: '关于召开全国学术会议的通知（第二轮）',
  },
  {
    name: 'a Chinese letter, simplified',
    encodings: ['gbk', 'gb18030'],
    text: '亲爱的同学：你好！来信收到了。最近天气转凉，请多保重身体；考试结束以后，我们再约时间去爬山，好吗？祝学习进步！',
  },
  {
    name: 'a Chinese heading, traditional',
    encodings: ['big5', 'big5-hkscs'],
    text: '九十學年度碩士班招生簡章（網路版）',
  },
  {
    name: 'a Chinese letter, traditional',
    encodings: ['big5', 'big5-hkscs'],
    text: '親愛的朋友：你好嗎？好久沒有寫信給你了。我最近忙著準備期末考，每天都在圖書館讀到半夜；等放了寒假，再約你們一起去看電影！',
  },
  {
    name: 'a Korean heading',
    encodings: ['euc-kr'],
    text: '2001학년도 신입생 모집 요강 안내',
  },
  {
    name: 'a Korean letter',
    encodings: ['euc-kr'],
    text: '보고 싶은 친구에게, 그동안 잘 지냈니? 여기는 벌써 눈이 많이 왔단다. 방학이 되면 꼭 만나서 같이 영화도 보고, 맛있는 것도 먹자!',
  },
  {
    name: 'Thai prose',
    encodings: ['windows-874'],
    text: 'เมื่อรถไฟหยุดลงในที่สุดก็มืดแล้ว ไม่มีใครรออยู่ที่ชานชาลา พวกเขาจึงเดินไปตามทุ่งนาอย่างเงียบ ๆ จนเห็นแสงไฟในหน้าต่างบ้านหลังเล็ก เจ้าของบ้านเปิดประตูแล้วเชิญให้เข้าไปข้างใน',
  },
  {
    name: 'Hebrew law',
    encodings: ['windows-1255'],
    text: 'כל אדם זכאי להליך הוגן בפני בית משפט בלתי תלוי. אין פוגעים בכבודו של אדם, בגופו או בקניינו; הזכויות שבחוק זה יכובדו ברוח העקרונות שבהכרזה.',
  },
  {
    name: 'Arabic prose',
    encodings: ['windows-1256'],
    text: 'كان القطار قد توقف أخيرا حين هبط الظلام، ولم يكن أحد ينتظر على الرصيف. مشوا صامتين عبر الحقول حتى رأوا ضوءا في نافذة بيت صغير، ففتح صاحبه الباب ودعاهم إلى الدخول.',
  },
  {
    name: 'Turkish prose',
    encodings: ['windows-1254'],
    text: 'Tren sonunda durduğunda hava çoktan kararmıştı ve peronda kimse beklemiyordu. Sessizce tarlaların içinden yürüdüler; küçük bir evin penceresinde ışık görünce kapıyı çaldılar. Ev sahibi güler yüzle onları içeri buyur etti.',
  },
  {
    name: 'a Russian heading',
    encodings: ['windows-1251', 'koi8-r', 'iso-8859-5'],
    text: 'Объявление о конкурсе на замещение вакантных должностей',
  },
];

/** A page without a declared encoding, with a text in the given number of paragraphs. */
export const prosePage = (text: string, times: number): string =>
  `<html><head><title>Untitled Document</title></head><body bgcolor="#ffffff">
  ${`<p>${text}</p>\n`.repeat(times)}<hr><a href="index.html">Home</a></body></html>`;

/** Text in an encoding; missing characters are question marks. */
export function encoded(text: string, encoding: string): Buffer {
  if (encoding !== 'iso-2022-jp') return iconv.encode(text, encoding);
  // The same characters as in EUC-JP, without the highest bits, between two sequences.
  const euc = iconv.encode(text, 'euc-jp').toString('latin1');
  const low = (run: string) => run.replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(byte.charCodeAt(0) & 0x7f));
  return Buffer.from(
    euc.replace(/[\x80-\xff]+/g, (run) => `\u001b$B${low(run)}\u001b(B`),
    'latin1',
  );
}
