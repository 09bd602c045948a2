/**
 * Redirects `document.write` to the body once the page is explored, since writing to a loaded document would remove all
 * content and listeners. The body can be restored.
 */
export function holdWrites(shared: Element): void {
  const { apply } = Reflect;
  const { body } = Object.getOwnPropertyDescriptors(Document.prototype);
  const { innerHTML } = Object.getOwnPropertyDescriptors(Element.prototype);
  let isActedOn = false;
  let written = '';
  let isOpen = false;
  shared.addEventListener('act', () => {
    isActedOn = true;
    isOpen = false;
  });
  const show = (text: string) => {
    written = isOpen ? written + text : text;
    isOpen = true;
    const shown: unknown = body.get && apply(body.get, document, []);
    if (shown && innerHTML.set) apply(innerHTML.set, shown, [written]);
  };
  const isHeld = (self: unknown) => isActedOn && self === document && document.readyState !== 'loading';
  const { write, writeln, open, close } = Document.prototype;
  Document.prototype.write = new Proxy(write, {
    apply: (native, self, given) => (isHeld(self) ? show(given.join('')) : apply(native, self, given)),
  });
  Document.prototype.writeln = new Proxy(writeln, {
    apply: (native, self, given) => (isHeld(self) ? show(`${given.join('')}\n`) : apply(native, self, given)),
  });
  Document.prototype.open = new Proxy(open, {
    apply(native, self, given) {
      // With an address, `open` opens a window.
      if (!isHeld(self) || given.length > 2) return apply(native, self, given);
      isOpen = false;
      show('');
      return document;
    },
  });
  Document.prototype.close = new Proxy(close, {
    apply(native, self, given) {
      if (!isHeld(self)) return apply(native, self, given);
      isOpen = false;
    },
  });
}
