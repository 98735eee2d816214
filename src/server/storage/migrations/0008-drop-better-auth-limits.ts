/** Drops the counters of Better Auth's own limiter: ours count instead (decision 0021). */
export const dropBetterAuthLimits = (): string[] => ['drop table "rateLimit"'];
