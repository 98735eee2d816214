/** Requests to a node whose first Admin is `ADMIN`. */

export const ADMIN = { email: 'admin@example.org', password: 'a long and uncommon passphrase' };

export const post = (
  node: { url: string },
  path: string,
  body: object,
  headers: Record<string, string> = {},
) =>
  fetch(node.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: node.url, ...headers },
    body: JSON.stringify(body),
  });

export async function signIn(node: { url: string }): Promise<{ Cookie: string }> {
  const response = await post(node, '/api/auth/sign-in/email', ADMIN);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { Cookie: cookies.join('; ') };
}
