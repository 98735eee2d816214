/** The two ways to get live messages. */
export type Transport = 'sse' | 'websocket';

interface TransportFacts {
  title: string;
  /** Part of the site's first message. */
  hello: string;
}

export const TRANSPORTS: Record<Transport, TransportFacts> = {
  sse: { title: 'server-sent events', hello: 'event: hello' },
  websocket: { title: 'WebSocket', hello: '"event":"hello"' },
};

/** Parts of the messages for a publication and its withdrawal. */
export const PUBLISHED = '"type":"INSERT"';
export const WITHDRAWN = '"type":"DELETE"';
