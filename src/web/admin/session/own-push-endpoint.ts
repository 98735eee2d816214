/** The push subscription of this browser, which visitors' notifications use too. */

/** Null without one: browsers end it when notifications are no longer allowed. */
export async function readOwnEndpoint(): Promise<string | null> {
  if (!('PushManager' in window) || !('serviceWorker' in navigator)) return null;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
  } catch {
    // The browser does not allow it on this page.
    return null;
  }
}
