/** nginx with nchan: subscribers by EventSource and WebSocket, and a publisher. */
import { findNchan } from '../../scripts/bench-programs.mjs';
import { type RunningNginx, startNginx } from '../nginx.ts';
import type { Call } from '../site.ts';

export const hasNchan = findNchan() !== undefined;

export interface Nchan {
  nginx: RunningNginx;
  subscribeUrl: string;
  publish(message: string): Call;
}

export async function startNchan(): Promise<Nchan> {
  const nginx = await startNginx({
    modules: [findNchan() ?? ''],
    server: () => `location = /subscribe {
      nchan_subscriber eventsource websocket;
      nchan_channel_id bench;
      nchan_subscriber_first_message newest;
    }
    location = /publish {
      nchan_publisher http;
      nchan_channel_id bench;
    }`,
  });
  return {
    nginx,
    subscribeUrl: `${nginx.url}/subscribe`,
    publish: (message) => ({
      url: `${nginx.url}/publish`,
      headers: { 'Content-Type': 'application/json', 'X-EventSource-Event': 'change' },
      body: message,
    }),
  };
}
