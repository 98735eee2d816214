/** The scripts, styles and fonts of this build that public pages use. The build replaces the name by the list. */
declare const BUILT_FILES: readonly string[];

export const builtFiles: readonly string[] = BUILT_FILES;
