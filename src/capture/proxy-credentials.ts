/** The name and password that a proxy's address holds; undefined where it holds none. */
export function proxyCredentials(proxy: string | undefined): { username: string; password: string } | undefined {
  if (proxy === undefined) return undefined;
  const { username, password } = new URL(proxy);
  if (username === '') return undefined;
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}
