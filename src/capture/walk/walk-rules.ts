import { silentElements } from '../../domain/page.ts';

/** Limit of a page or a file with more links than are read. */
export const MANY_LINKS = 'too many links';

const cells = 'body table thead tbody tfoot tr td th';

const htmlElements =
  'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track u ul var video wbr';
const mathElements =
  'annotation annotation-xml semantics maction menclose merror mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover csymbol';

/** Rules of a walk. Lists are words between blanks. */
export const walkRules = {
  /** Most links read from one document, and most other addresses; more are skipped. */
  mostLinks: 50_000,
  /** Types of `link` elements that lead to other pages. */
  linkTypes:
    'alternate appendix author bookmark chapter contents copyright first glossary help index last license me next prev previous privacy-policy section start subsection terms-of-service toc top up',
  /** HTML elements that may have a shadow root, in addition to custom elements. */
  shadowHosts: 'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span',
  /** Attributes with addresses, and the elements that have them: `*` for all. */
  attributes: {
    href: '*',
    src: '*',
    'xlink:href': '*',
    'xml:base': '*',
    srcset: 'img source',
    imagesrcset: 'link',
    formaction: 'button input',
    cite: 'blockquote q del ins',
    data: 'object',
    classid: 'object applet',
    codebase: 'object applet',
    archive: 'object applet',
    code: 'object applet',
    poster: 'video',
    longdesc: 'img iframe frame',
    usemap: 'img input object',
    lowsrc: 'img',
    dynsrc: 'img',
    background: cells,
    ping: 'a area',
    pluginspage: 'embed object',
    manifest: 'html',
    profile: 'head',
    icon: 'command menuitem',
    altimg: 'math',
    definitionURL: 'annotation annotation-xml csymbol semantics',
  },
  /** Current elements of HTML and MathML; in obsolete or unknown ones any attribute may have an address. */
  elements: `${htmlElements} ${mathElements}`,
  htmlElements,
  /** Elements that have each attribute; on other HTML elements the attribute has no meaning. */
  owners: {
    href: 'a area base link math',
    src: 'audio embed iframe img input script source track video',
  },
  /** Elements within a line of text; all others begin a new line. */
  inline:
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr',
  /** Elements whose text is not visible in place; `noscript` is visible where scripts do not run. */
  silent: `${silentElements.join(' ')} title svg:script svg:style`,
  /** Elements whose text is visible outside of the page or in other browsers; such text may describe a link. */
  aside: 'head svg:title noframes noembed datalist',
  /** Other elements that are never drawn, so that no action on them is possible. */
  unseen: 'meta link base br hr source track param option',
  /** Attributes with style. */
  styles: 'style fill stroke filter mask clip-path cursor marker-start marker-mid marker-end',
  /** Attributes that name icons. */
  icons: 'aria-label title class name icon data-icon data-feather data-lucide href xlink:href src',
  /** Types of scripts with data that contain addresses. */
  dataScripts: 'application/ld+json importmap speculationrules',
};
