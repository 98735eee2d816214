/** What services ask before they store an address to send to. */

/** Returns why nothing can ever be sent to an address; null if something can. */
export type ReceiverProblem = (url: string) => string | null;
