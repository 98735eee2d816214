/** The security headers of every response, and the content security policy of pages. */
import { createHash } from 'node:crypto';

export const commonHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  // For everything except pages, which set their own policy.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
});

/**
 * Returns the page without its marks, and the policy that allows exactly the marked inline scripts. The policy
 * uses hashes, because a nonce could not be cached. An injected script has no mark.
 */
export function policyFor(markedHtml: string, mark: string): { html: string; policy: string } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of markedHtml.matchAll(SCRIPT)) {
    if (!attributes.includes(attribute) || / src=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return { html: markedHtml.replaceAll(attribute, ''), policy: pagePolicy([...hashes]) };
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

export function pagePolicy(scriptHashes: readonly string[] = []): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
