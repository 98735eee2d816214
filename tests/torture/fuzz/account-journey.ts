/** The steps of an account that depend on each other, such as setting up and using a second factor. */
import { codeFrom } from '../../support/authenticator.ts';
import type { HttpResponse } from '../../support/http-connection.ts';
import type { Random } from '../random.ts';
import { cookiesOf, type FuzzSite } from './fuzz-site.ts';
import { mutate } from './mutate.ts';
import type { MutationSources } from './mutate-values.ts';
import type { ApiDescription, Operation } from './operations.ts';
import { type Json, writeBody } from './request.ts';
import { addCaller, type Sender } from './sender.ts';
import { createRequest } from './valid-request.ts';

const MAIL_TIMEOUT = 10_000;
/** A mutated step was accepted, or a valid one was refused. */
export class JourneyEnded extends Error {
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal: boolean) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/**
 * Runs all steps; the last session becomes that of the spare account. With the given probability a mutated request is
 * sent before a step; if it is accepted, the journey ends.
 */
export async function runJourney(
  site: FuzzSite,
  sender: Sender,
  description: ApiDescription,
  random: Random,
  mutatedFirst: number,
): Promise<void> {
  const sources: MutationSources = { random, known: site.known, schemas: description.schemas };
  const email = `j${random.integer(0, 0x7f_ff_ff_ff)}@example.org`;
  const passwords = ['first', 'second', 'third'].map(
    (word) => `${word} quiet boat ${random.integer(0, 9_999)}`,
  );
  const [password = '', second = '', third = ''] = passwords;
  let cookie = '';

  function find(path: string): Operation {
    const found = description.operations.find((one) => one.path === `/api/auth/${path}`);
    if (!found) throw new Error(`there is no /api/auth/${path} any more`);
    return found;
  }

  async function attempt(path: string, body: Json, isMutated: boolean): Promise<HttpResponse | null> {
    const { request } = createRequest(find(path), description, site.known, random);
    if (request.operation.body) writeBody(request, body);
    site.cookies.spare = cookie;
    addCaller(request, 'spare', site, random);
    if (isMutated) mutate(request, sources);
    return sender.send(request, 'spare');
  }

  async function step(path: string, body: Json = {}): Promise<Record<string, unknown>> {
    if (random.chance(mutatedFirst)) {
      const response = await attempt(path, body, true);
      // The mutated request may have changed the state that the next steps need.
      if (response === null || response.status < 400) throw new JourneyEnded(path, false);
    }
    const response = await attempt(path, body, false);
    if (response?.status !== 200)
      throw new JourneyEnded(`${path}: ${response?.status} ${response?.body}`, true);
    const sent = cookiesOf(response.headers);
    if (sent) cookie = mergeCookies(cookie, sent);
    return JSON.parse(response.body.toString()) ?? {};
  }

  await step('sign-up/email', { email, password });
  await step('change-password', { currentPassword: password, newPassword: second });
  const { totpURI } = await step('two-factor/enable', { password: second });
  await step('two-factor/verify-totp', { code: codeFrom(String(totpURI)) });
  const { backupCodes } = await step('two-factor/generate-backup-codes', { password: second });
  await step('sign-out');
  await step('sign-in/email', { email, password: second });
  await step('two-factor/verify-backup-code', { code: (backupCodes as string[])[0] ?? '' });
  await step('two-factor/disable', { password: second });
  await step('request-password-reset', { email });
  await step('reset-password', { token: await mailedToken(site, email), newPassword: third });
  await step('sign-in/email', { email, password: third });
  await step('revoke-other-sessions');
  const listed = await step('list-sessions');
  const [session] = Object.values(listed) as { token: string }[];
  await step('revoke-session', { token: session?.token ?? '' });
  await step('sign-in/email', { email, password: third });
  site.cookies.spare = cookie;
}

/** Later values replace earlier ones; an empty value removes the cookie. */
function mergeCookies(old: string, sent: string): string {
  const pairs = [...old.split('; '), ...sent.split('; ')].filter(Boolean);
  const merged = new Map(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]));
  return [...merged].flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('; ');
}

async function mailedToken({ mail }: FuzzSite, email: string): Promise<string> {
  const deadline = performance.now() + MAIL_TIMEOUT;
  while (performance.now() < deadline) {
    const found = mail.received.findLast(
      ({ to, source }) => to.includes(email) && source.includes('/admin/reset'),
    );
    const text = found?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const token = text && /\/admin\/reset\?token=([\w-]+)/.exec(text)?.[1];
    if (token) return token;
    await Bun.sleep(20);
  }
  throw new JourneyEnded(`no mail was sent to ${email}`, true);
}
