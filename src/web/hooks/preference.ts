/** A choice that this browser remembers, seen at once by every component and every open tab. */
import { useSyncExternalStore } from 'react';

export interface Preference<Value extends string> {
  key: string;
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
  /** Holds the choice where the browser refuses to store anything. */
  let unstored: string | null = null;

  const readStored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return unstored;
    }
  };

  return {
    key,
    read: () => values.find((value) => value === readStored()) ?? null,
    write(value) {
      unstored = value;
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // Private windows may refuse: the choice then lasts as long as the page.
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

/** The server does not know the visitor's choices, so the first render has none. */
export const usePreference = <Value extends string>(preference: Preference<Value>): Value | null =>
  useSyncExternalStore(preference.subscribe, preference.read, () => null);
