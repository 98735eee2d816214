/** A choice stored in the browser, shared by all components and all open tabs. */
import { useSyncExternalStore } from 'react';

export interface Preference<Value extends string> {
  /** Null while the visitor has not chosen. */
  read(): Value | null;
  write(value: Value | null): void;
  subscribe(listener: () => void): () => void;
}

export function createPreference<Value extends string>(
  key: string,
  values: readonly Value[],
): Preference<Value> {
  const listeners = new Set<() => void>();
  /** Used where the browser does not allow storage. */
  let unstored: string | null = null;

  const readStored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return unstored;
    }
  };

  return {
    read: () => values.find((value) => value === readStored()) ?? null,
    write(value) {
      unstored = value;
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // Private windows may not allow storage: the choice then lasts until the page is left.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const onOtherTab = (event: StorageEvent) => event.key === key && listener();
      listeners.add(listener);
      addEventListener('storage', onOtherTab);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', onOtherTab);
      };
    },
  };
}

/** Null in the first render: the server does not know the visitor's choices. */
export const usePreference = <Value extends string>(preference: Preference<Value>): Value | null =>
  useSyncExternalStore(preference.subscribe, preference.read, () => null);
