/** A field of the contact form, with its error message. */
import type { InputHTMLAttributes } from 'react';
import { FIELD, LABEL } from '../../components/control-classes.ts';

const errorIdOf = (name: string): string => `${name}-error`;

export function FieldError({ name, text }: { name: string; text: string | undefined }) {
  return (
    <p id={errorIdOf(name)} className="mt-1 font-semibold text-ember empty:hidden">
      {text}
    </p>
  );
}

/** Connects a field to its error message for screen readers. */
export const errorAttributes = (name: string, text: string | undefined) => ({
  'aria-invalid': text !== undefined,
  'aria-describedby': text === undefined ? undefined : errorIdOf(name),
});

/** The attribute `required` tells it to screen readers. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="text-ember">
    {' *'}
  </span>
);

interface ContactFieldProps {
  name: string;
  label: string;
  error: string | undefined;
  defaultValue: string | undefined;
  type: 'text' | 'tel' | 'email';
  autoComplete: InputHTMLAttributes<HTMLInputElement>['autoComplete'];
}

export function ContactField({ label, error, ...field }: ContactFieldProps) {
  return (
    <div>
      <label htmlFor={field.name} className={LABEL}>
        {label}
        <RequiredMark />
      </label>
      <input id={field.name} required {...field} {...errorAttributes(field.name, error)} className={FIELD} />
      <FieldError name={field.name} text={error} />
    </div>
  );
}

export function MessageField({
  label,
  error,
  defaultValue,
}: Omit<ContactFieldProps, 'name' | 'type' | 'autoComplete'>) {
  return (
    <div>
      <label htmlFor="message" className={LABEL}>
        {label}
        <RequiredMark />
      </label>
      <textarea
        id="message"
        name="message"
        required
        rows={6}
        defaultValue={defaultValue}
        {...errorAttributes('message', error)}
        className={FIELD}
      />
      <FieldError name="message" text={error} />
    </div>
  );
}
