/** The live feed of a database that nothing changes. */
export const NO_CHANGES = { subscribeToPublic() {}, wake: async () => {} };
