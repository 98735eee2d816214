/** A React context without a default: its hook throws where the provider is missing, instead of returning nothing. */
import { createContext, use } from 'react';

/** `name` is the name of the hook without `use`, and of the provider without `Provider`. */
export function createRequiredContext<Value extends object>(name: string) {
  const Context = createContext<Value | null>(null);
  function useRequired(): Value {
    const value = use(Context);
    if (!value) throw new Error(`use${name} must be used within a ${name}Provider`);
    return value;
  }
  return [Context, useRequired] as const;
}
