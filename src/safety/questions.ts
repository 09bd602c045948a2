import { asksForHarm, isClosing, LONGEST } from './text.ts';
import { folded, hitsIn, UNSPACED, wordsIn } from './vocabulary.ts';

/** What somebody is asked who is to be sure of it, and not told of what; as texts are folded. */
const assurances =
  /^(?:(?:are|r) you (?:\w+ )?(?:sure|certain)|(?:really|sure|certain)\b.{0,12}|sind sie (?:sich )?(?:\w+ )?sicher|bist du (?:dir )?(?:\w+ )?sicher|(?:wirklich|sicher)|(?:etes[- ]vous|es[- ]tu) (?:\w+ )?(?:surs?|sures?|certaine?)|vraiment|(?:¿ ?)?(?:estas?|esta usted) (?:\w+ )?segur[oa]|(?:¿ ?)?segur[oa]|tem certeza|sei sicur[oa]|sicur[oa]|weet (?:u|je) (?:het|dat) zeker|zeker weten|ar du saker|er du sikker|oletko varma|czy (?:na pewno|jestes pewien|jestes pewna)|na pewno|jste si jist[iya]|opravdu|emin misiniz|(?:вы|ты) уверены?а?|точно|действительно|ви впевнені)[\s.!]*[?？;]\s*$/u;

/** What agrees, all by itself, to whatever was asked or told; as texts are folded. */
const affirmations =
  /^(?:yes|ok|okay|confirm|proceed|continue|go ahead|go on|do it|i agree|i am sure|i m sure|ja|weiter|fortfahren|bestatigen|einverstanden|oui|continuer|confirmer|valider|d accord|si|continuar|confirmar|aceptar|sim|conferma|continua|procedi|bevestigen|doorgaan|bekrafta|fortsatt|fortsaet|bekraeft|jatka|kylla|tak|potwierdz|kontynuuj|dalej|ano|potvrdit|pokracovat|igen|tovabb|evet|tamam|onayla|devam|da|continua|да|ок|подтвердить|продолжить|так|підтвердити|продовжити|ναι|はい|続行|続ける|確認|確定|是|确定|确认|继续|예|네|확인|نعم|موافق|تاكید|כן|אישור)[\s!.]*$/u;
/** What leaves all as it is, beside words that close. */
const refusals =
  /^(?:no|no thanks|keep|keep it|back|go back|nein|behalten|zuruck|non|retour|garder|volver|nao|voltar|manter|indietro|nee|terug|nej|tillbaka|ei|takaisin|nie|wroc|ne|zpet|nem|vissza|hayir|geri|нет|назад|ні|οχι|いいえ|戻る|否|返回|아니오|아니요|لا|לא)[\s!.]*$/u;

/** What a dialog says of what is done if its question is answered with yes; as texts are folded: without accents. */
const losses = new RegExp(
  [
    String.raw`\b(?:will|would|is going to|are going to|gets?) (?:\w+ )?(?:be )?(?:deleted|removed|erased|destroyed|lost|discarded|cancell?ed|released|given back|given away|given to|withdrawn|revoked|ended|terminated|signed out|logged out|unsubscribed|deactivated|wiped|purged)\b`,
    String.raw`\byou(?: are|.re) about to (?!leave|open|visit|view|see|enter|be redirected|download|log in|sign in|start|begin)`,
    String.raw`\byou will lose\b|\b(?:can ?not|can.?t) be (?:undone|reversed|restored|recovered)\b|\birreversibl|\bpermanently (?:delet|remov|eras|los)`,
    String.raw`\bwird? .*(?:geloscht|entfernt|vernichtet|gekundigt|abgemeldet)\b|\bwerden .*(?:geloscht|entfernt)\b|\b(?:gehen|geht) verloren\b|nicht ruckgangig|unwiderruflich|endgultig`,
    String.raw`\bser(?:a|ont) .*(?:supprime|efface|perdu)|\birreversible|\bdefinitivement\b`,
    String.raw`\bse (?:eliminara|borrara|perdera)|\bsera(?:n)? .*(?:eliminad|borrad)|no se puede deshacer|no podra deshacer`,
    String.raw`\bverra(?:nno)? .*(?:eliminat|cancellat|rimoss)|\bsara(?:nno)? .*(?:eliminat|cancellat|rimoss)|non puo essere annullat`,
    String.raw`\bsera(?:o)? .*(?:excluid|apagad|eliminad|removid)|nao pode ser desfeit`,
    String.raw`\b(?:wordt|worden) .*(?:verwijderd|gewist)|niet ongedaan`,
    String.raw`\bzosta(?:nie|na) .*(?:usuniet|skasowan)|nie mozna cofnac`,
    `буд[еу]т .*(?:удал|стерт|потерян)|нельзя отменить|необратим|безвозвратно|буде .*видален`,
    String.raw`\bsilinecek|geri alinamaz|\bbude .*(?:smazan|odstranen)|\b(?:tas bort|raderas|slettes|poistetaan)\b`,
  ].join('|'),
  'u',
);

/** Whether a question is one that readers ask, `Can I cancel my order?`, and not one that they are asked. */
export function isOfOthers(question: string): boolean {
  const words = wordsIn(folded(question));
  const isToReader = /^(?:do|are) you$/.test(words.slice(0, 2).join(' '));
  return !isToReader && hitsIn(words).some(({ meaning, from }) => meaning === 'guide' && from === 0);
}

/** Whether somebody is asked to be sure, and is not told of what: `Really?` It may be anything. */
export const asksToBeSure = (question: string): boolean => assurances.test(folded(question).trim());

/** Whether a sentence says that something will be gone for good: `The file will be deleted.` */
export const tellsOfLoss = (sentence: string): boolean =>
  sentence.length <= LONGEST && (losses.test(folded(sentence)) || (UNSPACED.test(sentence) && asksForHarm(sentence)));

/** Whether an answer agrees to whatever it is that was asked: `OK`. */
export const isAffirmation = (text: string): boolean => affirmations.test(plainOf(text));

/** Whether an answer leaves all as it is: `No`, `Cancel`. */
export const isRefusal = (text: string): boolean => refusals.test(plainOf(text)) || isClosing(text);

const plainOf = (text: string): string => folded(text).replace(/['’-]/g, ' ').trim();
