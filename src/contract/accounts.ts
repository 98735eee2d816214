/** Signing up, in and out, new passwords, the second factor and sessions on the wire. */
import { z } from 'zod';
import { MAX_PASSWORD_LENGTH, passwordSchema, type staffSchema } from './users.ts';
import { emailSchema, idSchema, instantSchema, requiredText } from './values.ts';

/** A password that is only compared: whether it is a good one was asked when it was chosen. */
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

/** Begins the fragment of the link that carries the setup code to the sign-in page. */
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

/** What the sign-in screen must know before anyone has signed in. */
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

/** With the token of a mailed link, of an invitation as well. */
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

/** A session of somebody, as an Admin sees it. */
export const staffSessionSchema = z
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

/** Who is signed in, as every part of the admin API knows them. */
export type SignedInStaff = Pick<
  z.infer<typeof staffSchema>,
  'id' | 'email' | 'name' | 'role' | 'twoFactorEnabled'
> & { sessionId: string };
