/** The security headers of every response, the content security policy of pages, and which pages may be framed. */
import { createHash } from 'node:crypto';

const NO_FRAMES = "frame-ancestors 'none'";

/** The only paths whose pages other sites may show in a frame (decision 0054). */
const FRAMED_PATHS: ReadonlySet<string> = new Set(['/embed', '/ml/embed']);

export const commonHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  // For everything except pages, which set their own policy.
  'Content-Security-Policy': `default-src 'none'; ${NO_FRAMES}`,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
});

/**
 * Returns the page without its marks, and the policy that allows exactly the marked inline scripts and styles. The
 * policy uses hashes, because a nonce could not be cached. An injected script or style has no mark.
 */
export function policyFor(markedHtml: string, mark: string): { html: string; policy: string } {
  const attribute = ` nonce="${mark}"`;
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, element = 'script', attributes = '', text = ''] of markedHtml.matchAll(INLINE)) {
    if (!attributes.includes(attribute) || / src=/.test(attributes)) continue;
    hashes[element as keyof typeof hashes].add(
      `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  }
  const policy = pagePolicy([...hashes.script], [...hashes.style]);
  return { html: markedHtml.replaceAll(attribute, ''), policy };
}

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

export function pagePolicy(
  scriptHashes: readonly string[] = [],
  styleHashes: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    NO_FRAMES,
  ].join('; ');
}

/** Removes the prohibition of frames from the headers of a page at one of the paths that may be framed. */
export function allowFrames(headers: Headers, path: string): void {
  if (!FRAMED_PATHS.has(path) || !headers.get('Content-Type')?.startsWith('text/html')) return;
  headers.delete('X-Frame-Options');
  const policy = headers.get('Content-Security-Policy') ?? '';
  headers.set('Content-Security-Policy', policy.replace(NO_FRAMES, 'frame-ancestors *'));
}
