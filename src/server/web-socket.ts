/** The types by which the listener and the live streams exchange WebSockets. */

/** Gets the events of one WebSocket. Bun stores it with the connection. */
export interface SocketListener {
  onOpen(socket: Socket): void;
  /** Called once, also if the server has closed the connection. */
  onClose(): void;
}

export type Socket = Pick<
  Bun.ServerWebSocket<SocketListener>,
  'send' | 'getBufferedAmount' | 'close' | 'terminate'
>;

/** Accepts the request as a WebSocket. Returns false if it is not a valid request for one, or its client is gone. */
export type Upgrade = (listener: SocketListener) => boolean;
