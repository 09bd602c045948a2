/**
 * Runs in the page: waits until the document is complete and no element was added or changed its address for `quiet`
 * milliseconds, 10 s at most.
 */
export function becomesQuiet(quiet: number): Promise<void> {
  return new Promise((done) => {
    const begin = performance.now();
    let last = begin;
    const observer = new MutationObserver(() => {
      last = performance.now();
    });
    observer.observe(document, { childList: true, subtree: true, attributeFilter: ['href', 'src'] });
    const timer = setInterval(() => {
      const now = performance.now();
      if ((document.readyState === 'complete' && now - last >= quiet) || now - begin > 10_000) {
        clearInterval(timer);
        observer.disconnect();
        done();
      }
    }, 10);
  });
}

/** Runs in the page: the resolved http(s) address of every href and src, open shadow roots included, without images, styles and scripts. */
export function readAddresses(): string[] {
  const resources = 'img, script, source, track, audio, video, input, base, image, use';
  const pageLinks =
    /\b(alternate|appendix|author|bookmark|chapter|contents|first|help|index|last|license|next|prev|search|section|start|toc|top|up)\b/;
  const addresses: string[] = [];
  const read = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) read(element.shadowRoot);
      const raw = element.getAttribute('href') ?? element.getAttribute('src') ?? element.getAttribute('xlink:href');
      if (raw === null || element.matches(resources)) continue;
      if (element.localName === 'link' && !pageLinks.test(element.getAttribute('rel') ?? '')) continue;
      try {
        const url = new URL(raw, element.baseURI);
        if (url.protocol === 'http:' || url.protocol === 'https:') addresses.push(url.href);
      } catch {
        // No address.
      }
    }
  };
  read(document);
  return addresses;
}
