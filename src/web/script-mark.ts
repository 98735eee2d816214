/** The mark of the inline scripts that we put into a page: the server lets these run, and no others. */
import { createContext as createReactContext, useContext } from 'react';
import { createContext } from 'react-router';

/** Chosen by the server for each page that it renders, and removed before the page is sent. */
export const scriptMark = createContext<string>();

export const ScriptMark = createReactContext<string | undefined>(undefined);

/** For the `nonce` of a script; undefined in the browser. */
export const useScriptMark = (): string | undefined => useContext(ScriptMark);
