/** One attempt to send a message, to receivers of every kind. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECOND } from '../../src/core/ist-time.ts';
import { sendMessage } from '../../src/server/webhooks/send-message.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const cleanups = cleanUpAfterEach();

async function newReceiver() {
  const receiver = await startWebhookReceiver();
  cleanups.push(receiver.stop);
  return receiver;
}

const send = (url: string, { timeout = 5_000, allowed = 'any' as 'any' | 'public' } = {}) =>
  sendMessage(
    { id: 'msg_1', url, secret: SECRET, body: '{"type":"draw.published"}' },
    { at: Date.now(), allowed, timeout },
  );

test('is signed as Standard Webhooks describes', async () => {
  // The example of the specification's own test suite.
  const receiver = await newReceiver();
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    url: receiver.url,
    secret: SECRET,
    body: '{"test": 2432232314}',
  };
  await sendMessage(message, { at: 1_614_265_330 * SECOND, allowed: 'any', timeout: 5_000 });
  expect(receiver.received).toMatchObject([
    {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      body: '{"test": 2432232314}',
    },
  ]);
});

test('is verified by the library, and a changed body is not', async () => {
  const receiver = await newReceiver();
  expect(await send(`${receiver.url}?token=1`)).toEqual({ status: 204, text: '' });
  receiver.verifyAll(SECRET);
  expect(receiver.received[0]?.path).toBe('/hook?token=1');
  Object.assign(receiver.received[0] ?? {}, { body: '{"type":"draw.withdrawn"}' });
  expect(() => receiver.verifyAll(SECRET)).toThrow('No matching signature');
});

test('a redirect is an answer: its target is not requested', async () => {
  const receiver = await newReceiver();
  receiver.answer = (response) => void response.writeHead(307, { Location: '/other' }).end('moved');
  expect(await send(receiver.url)).toEqual({ status: 307, text: 'moved' });
  await Bun.sleep(100);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
});

test('a receiver that never answers is left after the timeout', async () => {
  const receiver = await newReceiver();
  const closed = Promise.withResolvers<void>();
  receiver.answer = (response) => void response.once('close', closed.resolve);
  await expect(send(receiver.url, { timeout: 1_000 })).rejects.toThrow('No answer within 1 s.');
  await closed.promise;
});

test('a receiver that accepts the connection and reads nothing is left after the timeout', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  cleanups.push(() => void silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo;
  await expect(send(`http://127.0.0.1:${port}/`, { timeout: 300 })).rejects.toThrow('No answer');
});

test('of an answer without an end only the beginning is read', async () => {
  const receiver = await newReceiver();
  let sent = 0;
  let isClosed = false;
  receiver.answer = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => {
      sent += 100_000;
      response.write('x'.repeat(100_000));
    }, 1);
    response.on('close', () => {
      isClosed = true;
      clearInterval(timer);
    });
  };
  expect(await send(receiver.url)).toEqual({ status: 200, text: 'x'.repeat(1_000) });
  while (!isClosed) await Bun.sleep(5);
  expect(sent).toBeLessThan(50_000_000);
});

test('a body that stalls after the status does not change the outcome', async () => {
  const receiver = await newReceiver();
  receiver.answer = (response) => {
    response.writeHead(201);
    response.write('part');
  };
  expect(await send(receiver.url, { timeout: 10_000 })).toEqual({ status: 201, text: 'part' });
});

test('control characters of an answer are removed', async () => {
  const receiver = await newReceiver();
  receiver.answer = (response) => void response.writeHead(400).end('a\u0000b\u001b[31mc\nd');
  expect(await send(receiver.url)).toEqual({ status: 400, text: 'ab[31mc\nd' });
});

test('the name is resolved once, and the connection is made to what was found', async () => {
  const receiver = await newReceiver();
  const asked: string[] = [];
  const answer = await sendMessage(
    { id: 'msg_1', url: `http://partner.example:${receiver.port}/hook`, secret: SECRET, body: '{}' },
    {
      at: Date.now(),
      allowed: 'any',
      timeout: 5_000,
      async lookUp(host) {
        asked.push(host);
        return [{ address: asked.length === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
      },
    },
  );
  expect(answer.status).toBe(204);
  expect(asked).toEqual(['partner.example']);
  expect(receiver.received).toHaveLength(1);
});

test('a refused connection', async () => {
  await expect(send('http://127.0.0.1:1/')).rejects.toThrow('refused the connection');
});

describe('without WEBHOOK_PRIVATE_ADDRESSES', () => {
  test.each([
    (port: number) => `https://127.0.0.1:${port}/`,
    (port: number) => `https://2130706433:${port}/`,
    (port: number) => `https://0x7f.1:${port}/`,
    (port: number) => `https://[::ffff:127.0.0.1]:${port}/`,
    (port: number) => `https://localhost:${port}/`,
    (port: number) => `http://localhost:${port}/`,
  ])('no connection to this machine is made (%#)', async (urlFor) => {
    let connections = 0;
    const listener = createServer(() => {
      connections += 1;
    }).listen(0, '127.0.0.1');
    cleanups.push(() => void listener.close());
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as AddressInfo;
    await expect(send(urlFor(port), { allowed: 'public' })).rejects.toThrow(/private network|https/);
    await Bun.sleep(50);
    expect(connections).toBe(0);
  });
});

describe('over TLS', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'swarna-tls-'));
    const args = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync(
      'openssl',
      ['req', '-x509', ...args, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'].concat([
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'certificate.pem'),
      ]),
      { stdio: 'ignore' },
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a certificate that nobody has signed is refused before anything is sent', async () => {
    let requests = 0;
    const files = ['key', 'certificate'].map((name) => readFileSync(join(folder, `${name}.pem`)));
    const server = createTlsServer({ key: files[0], cert: files[1] }, (_, response) => {
      requests += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    cleanups.push(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(send(`https://localhost:${port}/`)).rejects.toThrow(/certificate/);
    expect(requests).toBe(0);
  });

  test('the certificate must be for the name, although the connection is made to an address', async () => {
    const program = join(folder, 'program.ts');
    writeFileSync(
      program,
      `import { createServer } from 'node:https';
       import { readFileSync } from 'node:fs';
       import { sendMessage } from '${import.meta.dir}/../../src/server/webhooks/send-message.ts';
       const server = createServer({ key: readFileSync('key.pem'), cert: readFileSync('certificate.pem') },
         (request, response) => response.end(request.headers.host.split(':')[0])).listen(0, '127.0.0.1');
       await new Promise((resolve) => server.once('listening', resolve));
       for (const host of ['localhost', '127.0.0.1']) {
         const url = 'https://' + host + ':' + server.address().port + '/';
         const message = { id: 'msg_1', url, secret: '${SECRET}', body: '{}' };
         const options = { at: Date.now(), allowed: 'any', timeout: 5_000 };
         const outcome = await sendMessage(message, options).catch((error) => ({ error: error.message }));
         console.log(JSON.stringify(outcome));
       }
       process.exit(0);`,
    );
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem') };
    const output = execFileSync(process.execPath, [program], { cwd: folder, env, encoding: 'utf8' });
    const [byName, byAddress] = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(byName).toEqual({ status: 200, text: 'localhost' });
    expect(byAddress.error).toContain('does not match certificate');
  });
});
