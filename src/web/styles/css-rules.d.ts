/** A stylesheet as the rules that `used-rules.ts` selects from; see `vite.config.ts`. */
declare module '*.css?inline&rules' {
  const rules: unknown;
  export default rules;
}
