/** Marks our own inline scripts, so that the Content-Security-Policy allows these and no others. */
import { createContext as createReactContext, useContext } from 'react';
import { createContext } from 'react-router';

/** Random for each rendered page. The server replaces it by hashes before it sends the page. */
export const scriptNonce = createContext<string>();

export const ScriptNonce = createReactContext<string | undefined>(undefined);

/** For the `nonce` of a script; undefined in the browser. */
export const useScriptNonce = (): string | undefined => useContext(ScriptNonce);
