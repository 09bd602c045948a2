/** Phrases of "not found" pages in many languages. Other pages may contain them, too. */
const MISSING =
  /\b404\b|\bnot (?:be )?(?:found|here\b)|nothing (?:here|at)\b|\b(?:page|file|document) (?:\S+ )?(?:(?:is|was|has been) )?(?:missing|unavailable|unknown|moved|removed|deleted|gone)\b|(?:can(?:no|['’])t|could(?: not|n['’]t)) (?:be )?f(?:i|ou)nd|no such (?:page|file|document)|(?:doesn['’]t|does not|no longer) (?:exist|available)|nicht (?:gefunden|vorhanden)|existiert nicht|introuvable|n['’]existe pas|no (?:se )?(?:ha )?encontr|no existe|non (?:è stata )?trovat|non esiste|não (?:foi )?encontrad|niet gevonden|bestaat niet|nie (?:została )?znalezion|nie istnieje|nenalezen|nem található|hittades inte|ikke (?:funnet|fundet)|ei löy|не найден|не существует|не знайден|δεν βρέθηκε|bulunamadı|tidak ditemukan|không tìm thấy|ไม่พบ|لم يتم العثور|غير موجود|לא נמצא|यह पृष्ठ नहीं|找不到|不存在|未找到|見つかりません|存在しません|찾을 수 없/iu;

/** Number of characters to search for a "not found" phrase. */
const BEGINNING = 2000;

/** Tells whether a page's title or beginning contains a "not found" phrase. Other pages may contain one, too. */
export const saysMissing = (lines: readonly string[]): boolean => MISSING.test(lines.join('\n').slice(0, BEGINNING));
