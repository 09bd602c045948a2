import { html, redirect, site, typed } from './site.ts';

/** Redirects by the server, by markup and by script. */
export const redirects = site('redirects.test', {
  '/end': html('<a href=x>x</a>'),
  '/chain': redirect('/301'),
  '/301': redirect('/303', 301),
  '/303': redirect('/307', 303),
  '/307': redirect('/308', 307),
  '/308': redirect('http://redirected.test/end', 308),
  '/fragment': redirect('/end#part'),
  '/route': redirect('/end#/route'),
  '/loop': redirect('/loop'),
  '/ping': redirect('/pong'),
  '/pong': redirect('/ping'),
  '/endless': ({ path }) => redirect(`/endless?${path.length}${'x'.repeat(path.length % 50)}${path.slice(-20)}`),
  '/nowhere': redirect(''),
  '/no-location': { status: 302, headers: { 'content-type': 'text/html' }, body: '<a href=/shown>x</a>' },
  '/mail': redirect('mailto:a@b.test'),
  '/script': redirect('javascript:alert(1)'),
  '/data': redirect('data:text/html,<a href=x>x</a>'),
  '/malformed': redirect('http://['),
  '/to-file': redirect('/file.zip'),
  '/file.zip': typed('application/zip', 'PK'),
  '/to-missing': redirect('/missing'),
  '/meta': html('<meta http-equiv=refresh content="0; url=/end"><a href=/before>b</a>'),
  '/meta-later': html('<meta http-equiv=refresh content="600; url=/end"><a href=/before>b</a>'),
  '/meta-self': html('<meta http-equiv=refresh content="0"><a href=x>x</a>'),
  '/meta-on': ({ path }) =>
    html(`<meta http-equiv=refresh content="0;URL='/meta-on?${1 + Number(path.split('?')[1])}'">`),
  '/refresh-header': html('<a href=/before>b</a>', { refresh: '0; url=/end' }),
  '/location': html('<script>location = "/end"</script><a href=/before>b</a>'),
  '/replace': html('<script>onload = () => location.replace("/end#part")</script><a href=/before>b</a>'),
  '/location-other': html('<script>location = "http://redirected.test/end"</script>'),
  '/location-missing': html('<script>location = "/missing"</script>'),
  '/location-file': html('<a href=/stays>s</a><script>location = "/file.zip"</script>'),
  '/location-text': html('<script>location = "/text"</script>'),
  '/text': typed('text/plain', 'text'),
  '/location-hash': html('<script>location.hash = "#/home"</script><a href=x>x</a>'),
  '/reloads': html('<a href=x>x</a><script>location.reload()</script>'),
  '/form': html('<form action=/end></form><script>document.forms[0].submit()</script>'),
});

export const redirected = site('redirected.test', { '/end': html('<a href=x>x</a>') });
