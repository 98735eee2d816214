/** The ways to connect to the live stream. Each opens one connection, which the caller opens again after its end. */

export interface StreamMessage {
  event: 'hello' | 'change' | 'reset' | 'ping';
  /** The cursor after this message. */
  id?: string;
  data: unknown;
}

interface ConnectionListener {
  onMessage(message: StreamMessage): void;
  /** The connection could not be opened, or has ended. Not called after it was closed. */
  onEnd(): void;
}

/** Connects to an address of this site. Returns a function that closes the connection. */
export type Transport = (address: string, listener: ConnectionListener) => () => void;

export const bySocket: Transport = (address, { onMessage, onEnd }) => {
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + address);
  socket.onmessage = ({ data }: MessageEvent<string>) => onMessage(JSON.parse(data));
  socket.onclose = onEnd;
  return () => {
    socket.onmessage = null;
    socket.onclose = null;
    // Browsers log an error if a socket is closed before it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  };
};

const EVENTS = ['hello', 'change', 'reset', 'ping'] as const;

export const byEvents: Transport = (address, { onMessage, onEnd }) => {
  const source = new EventSource(address);
  for (const event of EVENTS) {
    source.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) =>
      onMessage({ event, id: lastEventId, data: JSON.parse(data) }),
    );
  }
  // The browser would open it again by its own rules, and give up after a 503.
  source.onerror = () => {
    source.close();
    onEnd();
  };
  return () => source.close();
};
