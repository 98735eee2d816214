/** Reports the steps of a command while they run: in words, or as lines of the log. */

/** @typedef {(title: string) => { succeed(): void, fail(): void }} Progress */

/** @param {number} since */
export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * To stderr, because stdout may be piped into a file. On a terminal the elapsed time is shown as it grows.
 * @type {Progress}
 */
export function textProgress(title) {
  const since = Date.now();
  const { isTTY } = process.stderr;
  const write = (/** @type {string} */ text) => process.stderr.write(text);
  const rewrite = (/** @type {string} */ text) => write(isTTY ? `\r${title}… ${text}` : text);
  write(`${title}… `);
  const timer = isTTY ? setInterval(() => rewrite(seconds(since)), 1000) : undefined;
  /** @param {string} outcome */
  const end = (outcome) => {
    clearInterval(timer);
    rewrite(`${outcome}\n`);
  };
  return { succeed: () => end(seconds(since)), fail: () => end('failed') };
}

/** @type {Progress} */
function jsonProgress(title) {
  const since = Date.now();
  const write = (/** @type {string} */ msg) =>
    console.log(JSON.stringify({ time: new Date().toISOString(), level: 'info', msg }));
  write(title);
  return {
    succeed: () => write(`${title}: done in ${seconds(since)}`),
    fail: () => write(`${title}: failed`),
  };
}

/** In the format of the server's log, which follows in the same output: see LOG_FORMAT in docs/operations.md. */
export function progressLikeLog() {
  const format = process.env['LOG_FORMAT']?.trim() || (process.stdout.isTTY ? 'text' : 'json');
  return format === 'text' ? textProgress : jsonProgress;
}
