import { matcher } from './patterns.ts';

/** Domains of sites that few crawls want, by kind; `name.*` stands for any ending. */
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

/** Names of the kinds. */
export const avoidableKinds = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** Tells whether a text is the name of a kind. */
const isKind = (text: string): text is keyof typeof KINDS => text in KINDS;

/** Pattern of `name.tld` with all subdomains, or `name.*` with any registered ending. */
const ENTRY = /^(?:(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+|[\p{L}\p{N}_-]+\.\*)$/u;
/** Pattern of a host with `*` for any characters, dots included. Stars alone would match every host. */
const PATTERN = /^(?=.*\*)(?=.*[\p{L}\p{N}])[\p{L}\p{N}_*-]+(?:\.[\p{L}\p{N}_*-]+)+$/u;

/** Returns why a text names no sites to avoid; undefined for a valid text. */
export function avoidanceError(text: string): string | undefined {
  const name = text.toLowerCase();
  if (isKind(text) || ENTRY.test(name) || PATTERN.test(name)) return undefined;
  return `"${text}" is not a kind of site (${avoidableKinds.join(', ')}), a domain (example.com, example.*) or a host pattern (*.shop.*)`;
}

/**
 * Returns a test for hosts to avoid, given the host and its registrable domain.
 *
 * @param names each valid by `avoidanceError`
 */
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
