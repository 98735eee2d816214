/** The health check of the container: ends with 0 if this node is ready for requests. */
const answer = await fetch(`http://127.0.0.1:${process.env['PORT']}/api/ready`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
