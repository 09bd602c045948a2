import { matcher } from './patterns.ts';

/** Kinds of sites that few crawls want to be led to, by domains that they are known by; `name.*` with any ending. */
const KINDS = {
  social:
    'facebook.* fb.com instagram.com threads.net twitter.com x.com t.co linkedin.com lnkd.in pinterest.* reddit.com tumblr.com tiktok.com snapchat.com weibo.com weixin.qq.com qzone.qq.com vk.com ok.ru telegram.org t.me whatsapp.com wa.me discord.com discord.gg line.me xing.com bsky.app quora.com zhihu.com douban.com renren.com addtoany.com addthis.com sharethis.com',
  shops:
    'amazon.* amzn.to ebay.* aliexpress.* alibaba.com taobao.com tmall.com jd.com etsy.com walmart.com target.com bestbuy.com zalando.* otto.de ozon.ru wildberries.ru allegro.pl rakuten.* mercadolibre.* flipkart.com shopee.* lazada.* ikea.com booking.com airbnb.* expedia.* paypal.com play.google.com apps.apple.com itunes.apple.com',
  video:
    'youtube.com youtu.be youtube-nocookie.com vimeo.com dailymotion.com twitch.tv netflix.com spotify.com soundcloud.com bilibili.com youku.com iqiyi.com rutube.ru flickr.com imgur.com giphy.com',
  search:
    'google.* bing.com yahoo.* baidu.com yandex.* ya.ru duckduckgo.com ask.com ecosia.org qwant.com sogou.com so.com naver.com startpage.com goo.gl bit.ly tinyurl.com ow.ly is.gd buff.ly',
  ads: 'doubleclick.net googlesyndication.com googleadservices.com google-analytics.com googletagmanager.com adnxs.com criteo.com taboola.com outbrain.com scorecardresearch.com hotjar.com quantserve.com',
} as const;

/** Kinds that go by names of their own. */
export const avoidableKinds = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** What stands for a kind, or for itself. */
const isKind = (text: string): text is keyof typeof KINDS => text in KINDS;

/** `name.tld` with all below it, or `name.*`: that name under whatever ending registries have. */
const ENTRY = /^(?:(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+|[\p{L}\p{N}_-]+\.\*)$/u;
/** A host's labels with `*` for any characters, dots too. Nothing but stars would be every host. */
const PATTERN = /^(?=.*\*)(?=.*[\p{L}\p{N}])[\p{L}\p{N}_*-]+(?:\.[\p{L}\p{N}_*-]+)+$/u;

/** Why a text names no sites to avoid; undefined if it does. */
export function avoidanceError(text: string): string | undefined {
  const name = text.toLowerCase();
  if (isKind(text) || ENTRY.test(name) || PATTERN.test(name)) return undefined;
  return `"${text}" is not a kind of site (${avoidableKinds.join(', ')}), a domain (example.com, example.*) or a host pattern (*.shop.*)`;
}

/** Tells whether a host of a registrable domain is to be avoided. @param names each as `avoidanceError` has it */
export function avoidance(names: readonly string[]): (host: string, domain: string) => boolean {
  const entries = names.flatMap((name) => (isKind(name) ? KINDS[name].split(' ') : [name.toLowerCase()]));
  const domains = new Set(entries.filter((entry) => ENTRY.test(entry)));
  const patterns = entries.filter((entry) => !ENTRY.test(entry)).map(matcher);
  return (host, domain) => {
    const [label = ''] = domain.split('.');
    if (domains.has(`${label}.*`)) return true;
    for (let at = 0; at >= 0; at = host.indexOf('.', at + 1)) {
      if (domains.has(at === 0 ? host : host.slice(at + 1))) return true;
    }
    return patterns.some((matches) => matches(host));
  };
}
