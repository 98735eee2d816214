/** A server without content: the time and memory that the runtime itself needs. */
Bun.serve({ hostname: '127.0.0.1', port: Number(process.env['PORT']), fetch: () => new Response('') });
