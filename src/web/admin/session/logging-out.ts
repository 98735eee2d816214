/** What the address of the sign-in screen carries when somebody comes there to log out; a foreign site cannot send it. */
export const LOGGING_OUT = 'logging-out';
