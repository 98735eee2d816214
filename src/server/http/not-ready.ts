/** The response while a node starts, waits for its database or is busy: a problem, or a small page for browsers. */
import { createHash } from 'node:crypto';
import { PRODUCT_NAME, PRODUCT_NAME_ML } from '../../core/branding.ts';
import { reloadWhenBack, unattendedPageAt } from '../../core/unattended-page.ts';
import { AppError, DatabaseDown, problemResponse } from '../errors.ts';
import type { Handler } from './identify-requests.ts';
import { isApi, readTarget } from './request-target.ts';
import { allowFrames, commonHeaders } from './security-headers.ts';

export type NotReadyCode = 'starting' | 'database-down';

const STARTING_RETRY_SECONDS = 1;
const REFRESH_SECONDS = 3;

const STYLE = [
  'body{margin:0;min-height:100vh;display:grid;place-content:center;gap:2rem;padding:1rem;box-sizing:border-box;',
  'background:#FFFBF1;color:#2B1C12;font:1.125rem/1.6 system-ui,sans-serif;text-align:center}',
  'h1,h2{margin:0;font-size:1.5rem}p{margin:0}',
  '@media(prefers-color-scheme:dark){body{background:#16110B;color:#F5E9CF}}',
].join('');

const REFRESH = `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`;
/** A page that nobody can reload is never reloaded while the site is unreachable. */
const RELOAD = reloadWhenBack(0);
const SCRIPT = `<script>${RELOAD}</script>
<noscript>${REFRESH}</noscript>`;

interface Texts {
  title: string;
  english: string;
  malayalam: string;
}

const STARTING: Texts = {
  title: 'back in a moment',
  english: 'The site will be back in a moment. This page refreshes itself. No result is lost.',
  malayalam: 'സൈറ്റ് ഉടൻ തിരിച്ചെത്തും. ഈ പേജ് തനിയെ പുതുക്കപ്പെടും. ഒരു ഫലവും നഷ്ടപ്പെടില്ല.',
};
const BUSY: Texts = {
  title: 'busy',
  english: 'The site is busy. This page refreshes itself in a moment.',
  malayalam: 'സൈറ്റിൽ ഇപ്പോൾ തിരക്കാണ്. ഈ പേജ് അൽപസമയത്തിനകം തനിയെ പുതുക്കപ്പെടും.',
};
/** For a form: loading the page again would send it again, after a question by the browser. */
const NOT_SENT: Texts = {
  title: 'not sent',
  english: 'The site is busy, and your message was not sent. Please go back in a moment and send it again.',
  malayalam: 'സൈറ്റിൽ ഇപ്പോൾ തിരക്കാണ്, നിങ്ങളുടെ സന്ദേശം അയച്ചിട്ടില്ല. അൽപസമയം കഴിഞ്ഞ് തിരികെ പോയി വീണ്ടും അയയ്ക്കുക.',
};

const pageWith = (refreshing: string, { title, english, malayalam }: Texts): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${refreshing}
<title>${PRODUCT_NAME}: ${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${PRODUCT_NAME}</h1>
<p>${english}</p>
</main>
<section lang="ml">
<h2>${PRODUCT_NAME_ML}</h2>
<p>${malayalam}</p>
</section>
</body>
</html>
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const headersWith = (...policy: string[]) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    ...policy,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
});

const pagesWith = (texts: Texts) => ({
  attended: { html: pageWith(REFRESH, texts), headers: headersWith() },
  unattended: {
    html: pageWith(SCRIPT, texts),
    headers: headersWith(`script-src ${hashOf(RELOAD)}`, "connect-src 'self'"),
  },
});
const STARTING_PAGES = pagesWith(STARTING);
const BUSY_PAGES = pagesWith(BUSY);
const NOT_SENT_PAGE = { html: pageWith('', NOT_SENT), headers: headersWith() };

/** The public origin is not known yet, so headers that depend on it are missing. */
const COMMON_HEADERS = commonHeaders('');

export const notReadyHandler =
  (code: NotReadyCode): Handler =>
  (request, _server, sentPath) => {
    const target = readTarget(request.url, sentPath);
    const response = unavailableResponse(
      request,
      target?.path ?? '',
      code === 'starting'
        ? new AppError(code, { retryAfter: STARTING_RETRY_SECONDS })
        : new DatabaseDown(null),
    );
    for (const [name, value] of Object.entries(COMMON_HEADERS)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    if (target?.isNormal) allowFrames(response.headers, target.path);
    return response;
  };

/** A page for browsers, otherwise the problem. */
export function unavailableResponse(request: Request, path: string, error: AppError): Response {
  const problem = problemResponse(error);
  if (!acceptsPage(request, path)) return problem;
  const { html, headers } = request.method === 'POST' ? NOT_SENT_PAGE : loadingAgain(path, error);
  const response = new Response(html, problem);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** A page that loads the same address again. */
function loadingAgain(path: string, { code }: AppError) {
  const { attended, unattended } = code === 'busy' ? BUSY_PAGES : STARTING_PAGES;
  return unattendedPageAt(path) ? unattended : attended;
}

const acceptsPage = ({ method, headers }: Request, path: string): boolean =>
  ['GET', 'HEAD', 'POST'].includes(method) &&
  !isApi(path) &&
  (headers.get('Accept') ?? '').includes('text/html');
