import { expect, test } from 'bun:test';
import { CLOSE, PING, readFrames, TEXT, writePong } from './web-socket-frames.ts';

/** As a server writes it, in the shortest form. */
function frameOf(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  head[1] = payload.length < 126 ? payload.length : payload.length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(payload.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

const read = (bytes: Buffer) =>
  readFrames(bytes).frames.map(({ opcode, payload }) => [opcode, payload.toString()]);

test('reads several frames of any size', () => {
  const texts = ['', 'short', 'm'.repeat(300), 'l'.repeat(70_000)];
  const bytes = Buffer.concat([...texts.map((text) => frameOf(TEXT, text)), frameOf(CLOSE, '')]);
  expect(read(bytes)).toEqual([...texts.map((text) => [TEXT, text]), [CLOSE, '']]);
  expect(readFrames(bytes).rest).toHaveLength(0);
});

test('returns an incomplete frame as the rest, wherever it ends', () => {
  const [first, second] = [frameOf(TEXT, 'first'), frameOf(TEXT, 's'.repeat(200))];
  for (let length = 0; length < second.length; length += 1) {
    const part = second.subarray(0, length);
    const { frames, rest } = readFrames(Buffer.concat([first, part]));
    expect(frames).toHaveLength(1);
    expect(rest.equals(part)).toBe(true);
  }
});

test('a pong has the payload of the ping', () => {
  const [ping] = readFrames(frameOf(PING, 'again')).frames;
  const pong = writePong(ping?.payload ?? Buffer.alloc(0));
  expect(pong.subarray(0, 2)).toEqual(Buffer.from([0x8a, 0x85]));
  expect(pong.subarray(6).toString()).toBe('again');
});
