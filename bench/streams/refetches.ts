/** Fetches data again for each viewer that got a message, at a random time, over a new connection. */

export interface Refetch {
  url: string;
  /** Part of the body of a response with the new data. */
  expected: string;
  /** Milliseconds over which the viewers are spread. */
  spread: number;
}

export interface RefetchResults {
  /** Requests that failed, or whose response was not 200 or did not have the new data. */
  errors: number;
  /** How long each of the others took, in milliseconds. */
  times: number[];
}

const DEADLINE = 10_000;

export function refetchOnArrival({ url, expected, spread }: Refetch) {
  const requests: Promise<number | null>[] = [];
  const refetch = async (): Promise<number | null> => {
    await Bun.sleep(Math.random() * spread);
    const startedAt = performance.now();
    return (await fetchOnce(url, expected)) ? performance.now() - startedAt : null;
  };
  return {
    start: () => void requests.push(refetch()),
    async results(): Promise<RefetchResults> {
      const all = await Promise.all(requests);
      const times = all.filter((time) => time !== null);
      return { errors: all.length - times.length, times };
    },
  };
}

/** A plain socket, because `fetch` limits the number of connections. */
function fetchOnce(url: string, expected: string): Promise<boolean> {
  const { hostname, port, pathname } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const deadline = setTimeout(() => resolve(false), DEADLINE);
  let text = '';
  const connecting = Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open(socket) {
        socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      },
      data(_socket, bytes) {
        text += bytes.toString();
      },
      close: () => resolve(text.startsWith('HTTP/1.1 200') && text.includes(expected)),
      error: () => resolve(false),
    },
  });
  connecting.catch(() => resolve(false));
  return promise.finally(() => clearTimeout(deadline));
}
