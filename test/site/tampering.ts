import { html, site } from './site.ts';

const links = `<a href=/first>First</a><div><a href=/second>Second</a></div><iframe src=/framed></iframe>`;
const tampered = (code: string) => html(`<script>${code}</script>${links}`);

/** Pages that tamper with the DOM functions used to read them, or hide them by names of fields. */
export const tampering = site('tampering.test', {
  '/framed': html(`<a href=/third>Third</a>`),
  '/array': tampered(`Array.prototype.map = Array.prototype.push = Array.prototype.some = () => { throw 1 };
    Array.from = () => []; Array.prototype.toJSON = Object.prototype.toJSON = String.prototype.toJSON = () => 'x';
    Array.prototype[Symbol.iterator] = null; Set.prototype.has = () => false; String.prototype.replace = () => 'x'`),
  '/queries': tampered(`for (const type of [Document, Element, DocumentFragment]) {
    type.prototype.querySelectorAll = () => []; type.prototype.querySelector = () => null }
    document.createElement = document.createTreeWalker = () => null`),
  '/observer': tampered(`window.MutationObserver = window.Promise = window.setTimeout = undefined;
    performance.now = () => 0; Performance.prototype.now = () => 0; Date.now = () => 0`),
  '/getters': tampered(`for (const name of ['lastChild', 'previousSibling', 'parentNode', 'nodeType', 'childNodes'])
    Object.defineProperty(Node.prototype, name, { get: () => null });
    Object.defineProperty(Element.prototype, 'localName', { get: () => 'x' });
    Object.defineProperty(Element.prototype, 'shadowRoot', { get() { throw 1 } });
    Element.prototype.getAttribute = () => null; Reflect.get = () => null`),
  '/constructors': tampered(`window.URL = window.Set = window.Node = window.Element = window.Reflect = undefined;
    Object.defineProperty(HTMLAnchorElement.prototype, 'href', { get: () => 'http://tampered.test/' });
    Object.defineProperty(document, 'readyState', { get: () => 'loading' });
    Object.defineProperty(document, 'title', { get: () => 'tampered' })`),
  '/form': html(`<form><input name=nodeType><input name=lastChild><input name=previousSibling><input name=parentNode>
    <input name=localName><input name=namespaceURI><input name=shadowRoot><input name=getAttribute>
    <input name=getAttributeNS><input name=querySelector><input name=firstChild><input name=children>
    <input name=childNodes><input name=attributes><input name=tagName><input name=baseURI><input name=href>${links}</form>`),
  '/document': html(`<img name=documentElement><img name=readyState><img name=title><img name=contentType>
    <img name=createElement><img name=querySelector><img name=body><img name=baseURI><img name=defaultView>
    <form name=Node></form><a id=Element name=Element></a><a id=Reflect></a><a id=whenSilent></a>${links}`),
});
