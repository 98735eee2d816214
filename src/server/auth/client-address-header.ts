/** Carries the address of a client to Better Auth. Clients cannot set it: its requests have only headers that we create. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';
