/** A generated request before it is encoded. */
import type { Operation } from './operations.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface FuzzRequest {
  operation: Operation;
  method: string;
  /** The path as sent, without the query. */
  path: string;
  /** The values of the path parameters. */
  parameters: Record<string, string>;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  /** The value of the valid body; null: no body. */
  value: Json;
  /** The bytes that are sent. */
  body: Buffer | null;
  /** How the body is framed, correctly or not. */
  framing: 'length' | 'chunked' | 'too-short' | 'too-long' | 'both';
  /** The mutations that were applied. */
  mutations: string[];
  /** The mutated request may reach another operation, so only the general rules apply to its response. */
  mayMissOperation: boolean;
}

export function writeBody(request: FuzzRequest, value: Json): void {
  request.value = value;
  request.body = Buffer.from(JSON.stringify(value));
}

export function setHeader(request: FuzzRequest, name: string, value: string): void {
  const others = request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  request.headers = [...others, [name, value]];
}

/** The target of the request line. */
export function targetOf({ path, query }: FuzzRequest): string {
  if (query.length === 0) return path;
  return `${path}?${query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const CHUNK = 97;

export function bytesOf(request: FuzzRequest, host: string): Buffer {
  const { body, framing } = request;
  const framed = body ? frame(body, framing) : { headers: [], bytes: Buffer.alloc(0) };
  const lines = [
    `${request.method} ${targetOf(request)} HTTP/1.1`,
    `Host: ${host}`,
    ...framed.headers,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), framed.bytes]);
}

function frame(body: Buffer, framing: FuzzRequest['framing']): { headers: string[]; bytes: Buffer } {
  switch (framing) {
    case 'length':
      return { headers: [`Content-Length: ${body.length}`], bytes: body };
    case 'too-long':
      return { headers: [`Content-Length: ${body.length + 7}`], bytes: body };
    case 'too-short':
      return { headers: [`Content-Length: ${Math.max(0, body.length - 7)}`], bytes: body };
    case 'chunked':
      return { headers: ['Transfer-Encoding: chunked'], bytes: inChunks(body) };
    case 'both':
      return {
        headers: [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'],
        bytes: inChunks(body),
      };
  }
}

function inChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += CHUNK) {
    const piece = body.subarray(at, at + CHUNK);
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** How many characters of a body a violation shows. */
const SHOWN = 600;

/** The request as a curl command. */
export function curlOf(request: FuzzRequest, url: string): string {
  const { method, body, framing, mutations } = request;
  const headers = request.headers.map(([name, value]) => ` -H ${quote(`${name}: ${value}`)}`).join('');
  const text = body?.toString('utf8') ?? '';
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…(${text.length} characters)` : text;
  const data = body ? ` --data-binary ${quote(shown)}` : '';
  const notes = [...mutations, ...(framing === 'length' ? [] : [`body framed: ${framing}`])];
  const target = quote(url + targetOf(request));
  return `curl --path-as-is -X ${method} ${target}${headers}${data} (${notes.join(', ') || 'valid'})`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
