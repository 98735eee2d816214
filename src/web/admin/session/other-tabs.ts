/** Tells the other tabs of this browser that somebody has signed in or out: they all share one session. */
let channel: BroadcastChannel | undefined;

/** One for the whole tab: a second one would hear the first. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('session');
  return channel;
}

export const tellOtherTabs = (): void => openChannel().postMessage('changed');

export function hearOtherTabs(listener: () => void): () => void {
  openChannel().addEventListener('message', listener);
  return () => openChannel().removeEventListener('message', listener);
}
