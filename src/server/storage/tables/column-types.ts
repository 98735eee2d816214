/** How both engines store values that they have no common type for. */
export type Flag = 0 | 1;
export type JsonText = string;
