/** The accounts of the staff site, and sign-in with them. */
import { type APIRequestContext, expect, request } from '@playwright/test';

export type Role = 'admin' | 'editor';

export type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

export const PASSWORD = 'wheel-of-gold-27';
export const ACCOUNTS = {
  admin: { email: 'asha@example.com', name: 'Asha' },
  editor: { email: 'biju@example.com', name: 'Biju' },
} as const;

/** Eight in the morning in India: the drafts of the day exist, and none of them is due. */
export const STAFF_SETTINGS = {
  ADMIN_EMAIL: ACCOUNTS.admin.email,
  ADMIN_PASSWORD: PASSWORD,
  CLOCK_START: '2026-11-15T02:30:00.000Z',
};

/** The storage state of a signed-out browser. */
export const SIGNED_OUT: Session = { cookies: [], origins: [] };

/** Sends the form of the sign-in page; the context keeps the cookies. */
export async function sendSignIn(
  api: APIRequestContext,
  url: string,
  email: string,
  password = PASSWORD,
): Promise<void> {
  const response = await api.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { Origin: url },
  });
  expect(response.status(), await response.text()).toBe(200);
}

export async function signIn(url: string, email: string): Promise<Session> {
  const api = await request.newContext();
  await sendSignIn(api, url, email);
  const session = await api.storageState();
  await api.dispose();
  return session;
}
