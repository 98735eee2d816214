/** Sign-up, sign-in, passwords, second factor and sessions. */
import { z } from 'zod';
import { MAX_PASSWORD_LENGTH, passwordSchema, type staffSchema } from './users.ts';
import { emailSchema, idSchema, instantSchema, requiredText } from './values.ts';

/** A password to compare: its quality was checked when it was chosen. */
const givenPasswordSchema = z
  .string({ error: 'Password is required.' })
  .min(1, 'Password is required.')
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters.`);

const tokenSchema = z
  .string({ error: 'Token is required.' })
  .regex(/^[\x21-\x7e]{1,200}$/, 'This is not a token.');

export const signInSchema = z
  .object({ email: emailSchema, password: givenPasswordSchema, rememberMe: z.boolean().optional() })
  .meta({ id: 'SignIn' });
export type SignIn = z.infer<typeof signInSchema>;

export const MAX_SETUP_CODE_LENGTH = 40;

/** The start of the URL fragment with the setup code in links to the sign-in page. */
export const SETUP_FRAGMENT = '#setup=';

export const signUpSchema = z
  .object({
    email: emailSchema,
    password: passwordSchema,
    name: requiredText('Name', 100).optional(),
    /** Needed for the first account; the server prints it in its log when it starts. */
    setupCode: z.string().max(MAX_SETUP_CODE_LENGTH).optional(),
  })
  .meta({ id: 'SignUp' });
export type SignUp = z.infer<typeof signUpSchema>;

/** What the sign-in screen needs before anyone has signed in. */
export const signupPolicySchema = z
  .object({
    signup: z.enum(['first', 'open', 'closed']),
    accountExists: z.boolean(),
    setupCodeNeeded: z.boolean(),
  })
  .meta({ id: 'SignupPolicy' });
export type SignupPolicy = z.infer<typeof signupPolicySchema>;

export const passwordResetRequestSchema = z
  .object({ email: emailSchema })
  .meta({ id: 'PasswordResetRequest' });
export type PasswordResetRequest = z.infer<typeof passwordResetRequestSchema>;

/** With the token of a reset or invitation link. */
export const passwordResetSchema = z
  .object({ token: tokenSchema, newPassword: passwordSchema })
  .meta({ id: 'PasswordReset' });
export type PasswordReset = z.infer<typeof passwordResetSchema>;

export const passwordChangeSchema = z
  .object({
    currentPassword: givenPasswordSchema,
    newPassword: passwordSchema,
    revokeOtherSessions: z.boolean().default(true),
  })
  .meta({ id: 'PasswordChange' });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

export const passwordConfirmationSchema = z
  .object({ password: givenPasswordSchema })
  .meta({ id: 'PasswordConfirmation' });
export type PasswordConfirmation = z.infer<typeof passwordConfirmationSchema>;

export const twoFactorCodeSchema = z
  .object({ code: z.string({ error: 'Code is required.' }).trim().min(1, 'Code is required.').max(40) })
  .meta({ id: 'TwoFactorCode' });
export type TwoFactorCode = z.infer<typeof twoFactorCodeSchema>;

export const sessionTokenSchema = z.object({ token: tokenSchema }).meta({ id: 'SessionToken' });
export type SessionToken = z.infer<typeof sessionTokenSchema>;

/** A user's session, as shown to Admins. */
const staffSessionSchema = z
  .object({
    id: idSchema,
    createdAt: instantSchema,
    lastUsedAt: instantSchema,
    expiresAt: instantSchema,
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'StaffSession' });
export type StaffSession = z.infer<typeof staffSessionSchema>;

export const staffSessionListSchema = z
  .object({ items: z.array(staffSessionSchema) })
  .meta({ id: 'StaffSessionList' });

/** The signed-in user, as used in the whole admin API. */
export type SignedInStaff = Pick<
  z.infer<typeof staffSchema>,
  'id' | 'email' | 'name' | 'role' | 'twoFactorEnabled'
> & { sessionId: string };
