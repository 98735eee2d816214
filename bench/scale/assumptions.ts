/** What the simulation takes for granted, because one machine cannot measure it. Milliseconds unless it says otherwise. */

export interface Network {
  /** One way between a node and a viewer. */
  median: number;
  /** Of the logarithm. */
  sigma: number;
  /** The part of messages that is lost and sent again. */
  loss: number;
  resentAfter: number;
}

/** Phones on mobile networks: one of a hundred needs 6.4 times the median. */
export const NETWORK: Network = { median: 60, sigma: 0.8, loss: 0.02, resentAfter: 400 };

/** Viewers on the same machine. */
export const NO_NETWORK: Network = { median: 0, sigma: 0, loss: 0, resentAfter: 0 };

/** Trips between viewer and node until a new WebSocket is open: TCP, TLS and the upgrade, there and back. */
export const TRIPS_TO_CONNECT = 6;

export const NODE = {
  /** Bits per second. */
  link: 1_000_000_000,
  /** What TCP, IP, TLS and the WebSocket frame add to a message. */
  overheadBytes: 100,
  /** The part of the streams that a node leaves free, for the viewers of nodes that are lost. */
  reserve: 0.2,
};

export const DATABASE = {
  cores: 16,
  connections: 5_000,
  /** Of its cores; above that, queries wait for each other. */
  mostBusy: 0.5,
};

/** Viewers who open the page in the minute before the result: this part of all. */
export const LATE_VIEWERS = 0.25;
export const LATE_WITHIN = 60_000;

/** Places of a CDN, each of which asks for a page when its copy is too old. */
export const CDN_PLACES = 300;
