/** Staff accounts. */
import { z } from 'zod';
import { pageOf } from './paging.ts';
import { emailSchema, etagSchema, idSchema, instantSchema, requiredText } from './values.ts';

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;

const roleSchema = z.enum(['admin', 'editor'], { error: 'Role must be admin or editor.' });
export type Role = z.infer<typeof roleSchema>;

export const passwordSchema = z
  .string({ error: 'Password is required.' })
  .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters.`);

export const staffSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    name: z.string(),
    role: roleSchema,
    disabled: z.boolean(),
    twoFactorEnabled: z.boolean(),
    /** False until an invited person has chosen a password. */
    canSignIn: z.boolean(),
    createdAt: instantSchema,
  })
  .meta({ id: 'Staff' });
export type Staff = z.infer<typeof staffSchema>;

/** With its version, for `If-Match` on changes and deletions. */
const listedStaffSchema = staffSchema.extend({ etag: etagSchema }).meta({ id: 'ListedStaff' });
export type ListedStaff = z.infer<typeof listedStaffSchema>;

export const staffPageSchema = pageOf(listedStaffSchema).meta({ id: 'StaffPage' });

export const newStaffSchema = z
  .object({
    email: emailSchema,
    name: requiredText('Name', 100).optional(),
    role: roleSchema,
    password: passwordSchema.optional(),
  })
  .meta({ id: 'NewStaff' });
export type NewStaff = z.infer<typeof newStaffSchema>;

export const staffPatchSchema = z
  .object({
    role: roleSchema,
    disabled: z.boolean({ error: 'Disabled must be true or false.' }),
    name: requiredText('Name', 100),
  })
  .partial()
  .meta({ id: 'StaffPatch' });
export type StaffPatch = z.infer<typeof staffPatchSchema>;

export const meSchema = staffSchema
  .pick({ id: true, email: true, name: true, role: true, twoFactorEnabled: true })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof meSchema>;
