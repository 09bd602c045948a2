/** Host and port without a leading `www.`: one server as a rule. */
export const bareHost = (url: URL): string => url.host.replace(/^www\./, '');
