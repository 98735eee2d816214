/** Takes the pieces of an HTTP answer with a chunked body as they come from a socket, and gives back its text. */

const LINE_END = Buffer.from('\r\n');

export class ChunkedBody {
  /** Of the answer; null until its head is complete. */
  status: number | null = null;
  readonly #decoder = new TextDecoder();
  #rest: Buffer = Buffer.alloc(0);

  /** The text that these bytes complete. An answer that is not 200 gives its bytes as they are. */
  take(bytes: Uint8Array): string {
    this.#rest = this.#rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#rest, bytes]);
    if (this.status === null) this.#takeHead();
    if (this.status === null) return '';
    return this.status === 200 ? this.#takeChunks() : this.#takeAll();
  }

  #takeHead(): void {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#rest.subarray(0, end).toString('latin1');
    this.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
    this.#rest = this.#rest.subarray(end + 4);
  }

  #takeChunks(): string {
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

  #takeAll(): string {
    const text = this.#decoder.decode(this.#rest, { stream: true });
    this.#rest = Buffer.alloc(0);
    return text;
  }
}
