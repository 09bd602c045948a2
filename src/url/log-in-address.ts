import { decoded } from './parse.ts';

const anyOf = (...words: readonly string[]): string => `(?:${words.join('|').replaceAll(' ', '[ _+-]*')})`;

/** Phrases for "log in" in many languages. A blank stands for any of ` -_+`, or none. */
const LOG_IN = anyOf(
  '(?:log|sign) (?:in|on)|re authenticate|authenticat(?:e|ion)',
  'einloggen|inloggen|aanmelden|logga in|logg inn|log ind|kirjaudu(?: sisään)?',
  'connexion|connectez vous|se connecter|identifiez vous',
  'accedi|iniciar sesi[oó]n|inicio de sesi[oó]n|iniciar sess[aã]o|autenticaci[oó]n|autenticazione',
  'zaloguj|logowanie|přihl[aá]sit|přihl[aá]šen[ií]|prihl[aá]si[tť]|bejelentkez[eé]s|autentificare|prijava',
  'авториз(?:ация|оваться)|войти|увійти|вхід|влезте',
  'giriş yap|oturum aç|登[录錄入]|ログイン|로그인',
);
/** Words with other meanings too, such as an entrance or the registration for a course. */
const VAGUE = anyOf('anmelden|anmeldung|entrar|acceder|acceso|вход|giriş');
/** Phrases for a session that is over, anywhere in a text. */
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
/** Parameters that choose the page. Others may contain the address of the page to return to. */
const inParameter = new RegExp(`[?&](?:action|act|page|do|view|route|task|cmd|mod(?:ule)?|op)=[^&]*${LOG_IN}`, 'iu');
const asHost = new RegExp(`^(?:${ADDRESS_WORDS}|accounts?|identity|keycloak|sts|iam)\\d*\\.`, 'iu');
const asText = new RegExp(`(?<!\\p{L})${LOG_IN}(?!\\p{L})`, 'iu');
const asWholeText = new RegExp(`^\\P{L}*(?:${LOG_IN}|${VAGUE})(?!\\p{L})`, 'iu');
/** Maximum length of the text of a log-in link, in characters. */
const LONGEST_LABEL = 40;

/** Tells whether an address belongs to, or leads to, a page to log in, register or change a password. */
export function isLoginAddress({ pathname, search, hash }: URL): boolean {
  return inAddress.test(readable(`${pathname}${hash}`)) || inParameter.test(readable(search));
}

/** Tells whether the last part of an address names a log-in page, which may rightly ask for a password. */
export function isLoginPage({ pathname, search, hash }: URL): boolean {
  const page = /[^/]*\/?$/.exec(pathname)?.[0] ?? '';
  return inAddress.test(readable(`/${page}${hash}`)) || inParameter.test(readable(search));
}

/** Tells whether a host, by its name, is a log-in service of other hosts. */
export const isLoginHost = ({ hostname }: URL): boolean => asHost.test(hostname);

/** Tells whether a link, by its text, leads to a log-in page. */
export const offersLogIn = (anchor: string): boolean => anchor.length <= LONGEST_LABEL && asWholeText.test(anchor);

/** Tells whether a page, by its title, is a log-in page or asks to log in. */
export const asksToLogIn = (title: string): boolean => asText.test(title) || saysSessionIsOver(title);

export const saysSessionIsOver = (text: string): boolean => OVER.test(text);

/** Decodes escapes and splits words at capital letters: `userLogin`. */
const readable = (address: string): string => decoded(address).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
