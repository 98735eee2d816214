/** Texts that several forms show. */
import { MIN_PASSWORD_LENGTH } from '../../../contract/users.ts';

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters. Longer is better.`;

export const UNREACHABLE = 'The server is not responding. Please try again.';
