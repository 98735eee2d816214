/** The host names of this machine, as in an origin. */
export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
