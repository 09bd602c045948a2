import { decoded } from './parse.ts';

const anyOf = (...words: readonly string[]): string => `(?:${words.join('|').replaceAll(' ', '[ _+-]*')})`;

/** What a session begins with, in the words of many portals. A blank stands for any of ` -_+`, or none. */
const LOG_IN = anyOf(
  '(?:log|sign) (?:in|on)|re authenticate|authenticat(?:e|ion)',
  'einloggen|inloggen|aanmelden|logga in|logg inn|log ind|kirjaudu(?: sisään)?',
  'connexion|connectez vous|se connecter|identifiez vous',
  'accedi|iniciar sesi[oó]n|inicio de sesi[oó]n|iniciar sess[aã]o|autenticaci[oó]n|autenticazione',
  'zaloguj|logowanie|přihl[aá]sit|přihl[aá]šen[ií]|prihl[aá]si[tť]|bejelentkez[eé]s|autentificare|prijava',
  'авториз(?:ация|оваться)|войти|увійти|вхід|влезте',
  'giriş yap|oturum aç|登[录錄入]|ログイン|로그인',
);
/** Words that mean something else as well: a way in, the registration for a course. */
const VAGUE = anyOf('anmelden|anmeldung|entrar|acceder|acceso|вход|giriş');
/** That a session is over, wherever the text says so. */
const OVER = new RegExp(
  anyOf(
    'session (?:has |is |was )?(?:expired|ended|timed out|time ?out|invalid|over)|(?:must|have to|need to) (?:be )?(?:log|sign)(?:ged|ed)? in',
    'not (?:log|sign)(?:ged|ed) in|please (?:log|sign) in',
    'sitzung (?:ist )?(?:abgelaufen|beendet)|nicht (?:angemeldet|eingeloggt)|bitte melden sie sich',
    'session (?:a )?expir[eé]e?|sesi[oó]n (?:ha )?(?:expirado|caducado)|sess[aã]o expir(?:ou|ada)|sessione (?:è )?scaduta',
    'сесси[яи] (?:истекла|завершена|окончена)|не авторизован|сесія закінчилася|sesja wygasła|oturum(?:un)?uz? (?:sona erdi|doldu)',
  ),
  'iu',
);
const ADDRESS = anyOf(
  'sso|saml2?|shibboleth|adfs|idp|oauth2?|openid(?: connect)?|authorize|auth|cas',
  'sign up|register|registration|registrierung|password|passwort|kennwort|mot de passe',
);
const ADDRESS_WORDS = `(?:${LOG_IN}|${ADDRESS})`;

const inAddress = new RegExp(`(?<!\\p{L})${ADDRESS_WORDS}(?!\\p{L})|(?<=[/#!])${VAGUE}(?=[/?&#.]|$)`, 'iu');
/** Parameters that choose the page; others may hold the address of the page to come back to. */
const inParameter = new RegExp(`[?&](?:action|act|page|do|view|route|task|cmd|mod(?:ule)?|op)=[^&]*${LOG_IN}`, 'iu');
const asHost = new RegExp(`^(?:${ADDRESS_WORDS}|accounts?|identity|keycloak|sts|iam)\\d*\\.`, 'iu');
const asText = new RegExp(`(?<!\\p{L})${LOG_IN}(?!\\p{L})`, 'iu');
const asWholeText = new RegExp(`^\\P{L}*(?:${LOG_IN}|${VAGUE})(?!\\p{L})`, 'iu');
/** Longest text of a link to log in, in characters; what is longer tells of something. */
const LONGEST_LABEL = 40;

/** Whether an address is one where one logs in, registers or changes a password, or leads there. */
export function isLoginAddress({ pathname, search, hash }: URL): boolean {
  return inAddress.test(readable(`${pathname}${hash}`)) || inParameter.test(readable(search));
}

/** Whether an address names such a page itself, not only a folder: it asks for a password by right. */
export function isLoginPage({ pathname, search, hash }: URL): boolean {
  const page = /[^/]*\/?$/.exec(pathname)?.[0] ?? '';
  return inAddress.test(readable(`/${page}${hash}`)) || inParameter.test(readable(search));
}

/** Whether a host, by its name, is there to log in at, for other hosts. */
export const isLoginHost = ({ hostname }: URL): boolean => asHost.test(hostname);

/** Whether a link, by its text, leads to where one logs in. */
export const offersLogIn = (anchor: string): boolean => anchor.length <= LONGEST_LABEL && asWholeText.test(anchor);

/** Whether a page, by its title, is one to log in at, or says that one must. */
export const asksToLogIn = (title: string): boolean => asText.test(title) || saysSessionIsOver(title);

export const saysSessionIsOver = (text: string): boolean => OVER.test(text);

/** Escapes undone, and a blank where a word begins with a capital letter: `userLogin`. */
const readable = (address: string): string => decoded(address).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
