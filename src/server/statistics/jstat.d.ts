/** The part of jstat that is used; the package has no types. */
declare module 'jstat' {
  export const jStat: {
    chisquare: { cdf(value: number, degrees: number): number };
  };
}
