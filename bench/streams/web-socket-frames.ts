/** Reads the frames of a WebSocket server and writes pongs: a `WebSocket` for each viewer would cost too much. */

export interface Frame {
  opcode: number;
  payload: Buffer;
}

export const TEXT = 1;
export const CLOSE = 8;
export const PING = 9;

const PONG = 10;
const FINAL = 0x80;
const MASKED = 0x80;
const SHORT = 126;
const LONG = 127;

/** Returns the complete frames; `rest` begins with the first incomplete one. Servers do not mask their frames. */
export function readFrames(bytes: Buffer): { frames: Frame[]; rest: Buffer } {
  const frames: Frame[] = [];
  let start = 0;
  for (;;) {
    const head = readHead(bytes, start);
    if (!head || bytes.length < head.payloadAt + head.length) return { frames, rest: bytes.subarray(start) };
    const end = head.payloadAt + head.length;
    frames.push({ opcode: head.opcode, payload: bytes.subarray(head.payloadAt, end) });
    start = end;
  }
}

function readHead(bytes: Buffer, start: number) {
  if (bytes.length < start + 2) return null;
  const opcode = (bytes[start] ?? 0) & 0x0f;
  const length = (bytes[start + 1] ?? 0) & ~MASKED;
  if (length < SHORT) return { opcode, length, payloadAt: start + 2 };
  const extended = length === LONG ? 8 : 2;
  const payloadAt = start + 2 + extended;
  if (bytes.length < payloadAt) return null;
  return {
    opcode,
    length: Number(bytes.readUIntBE(payloadAt - Math.min(extended, 6), Math.min(extended, 6))),
    payloadAt,
  };
}

/** Clients must mask; a mask of zeros leaves the payload as it is. */
export const writePong = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([FINAL | PONG, MASKED | payload.length, 0, 0, 0, 0]), payload]);
