/** The display names of the roles. */
import type { Role } from '../../../contract/users.ts';

export const ROLE_NAMES: Readonly<Record<Role, string>> = { admin: 'Admin', editor: 'Editor' };
