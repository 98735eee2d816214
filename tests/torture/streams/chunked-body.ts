/** Decodes an HTTP response with a chunked body from the bytes of a socket, piece by piece. */

const LINE_END = Buffer.from('\r\n');

export class ChunkedBody {
  /** The status of the response; null until its head is complete. */
  status: number | null = null;
  readonly #decoder = new TextDecoder();
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the text that these bytes complete. The body of a status other than 200 is not decoded. */
  decode(bytes: Uint8Array): string {
    this.#rest = this.#rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#rest, bytes]);
    if (this.status === null) this.#readHead();
    if (this.status === null) return '';
    return this.status === 200 ? this.#readChunks() : this.#readAll();
  }

  #readHead(): void {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#rest.subarray(0, end).toString('latin1');
    this.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
    this.#rest = this.#rest.subarray(end + 4);
  }

  #readChunks(): string {
    let text = '';
    for (;;) {
      const lineEnd = this.#rest.indexOf(LINE_END);
      if (lineEnd < 0) return text;
      const size = Number.parseInt(this.#rest.subarray(0, lineEnd).toString('latin1'), 16);
      const start = lineEnd + LINE_END.length;
      if (this.#rest.length < start + size + LINE_END.length) return text;
      text += this.#decoder.decode(this.#rest.subarray(start, start + size), { stream: true });
      this.#rest = this.#rest.subarray(start + size + LINE_END.length);
    }
  }

  #readAll(): string {
    const text = this.#decoder.decode(this.#rest, { stream: true });
    this.#rest = Buffer.alloc(0);
    return text;
  }
}
