/** Who does something: a member of staff, a visitor, or the server itself. */

export interface Actor {
  /** Null for the server itself and for visitors. */
  id: string | null;
  name: string;
}

export const SYSTEM: Actor = { id: null, name: 'System' };
export const VISITOR: Actor = { id: null, name: 'Visitor' };
