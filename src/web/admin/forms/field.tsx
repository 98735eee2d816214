/** Form fields with label, hint and error. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FIELD, LABEL } from '../../components/control-classes.ts';

export interface Described {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}

export function useDescription({ error, hint }: Omit<Described, 'label'>) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return {
    id,
    attributes: { id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined },
  };
}

export function LabelledField({
  id,
  label,
  error,
  hint,
  children,
}: Described & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm font-semibold text-ember">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, error, hint, ...input }: Described & ComponentProps<'input'>) {
  const { id, attributes } = useDescription({ error, hint });
  return (
    <LabelledField id={id} label={label} error={error} hint={hint}>
      <input {...input} {...attributes} className={FIELD} />
    </LabelledField>
  );
}

export function TextArea({ label, error, hint, ...area }: Described & ComponentProps<'textarea'>) {
  const { id, attributes } = useDescription({ error, hint });
  return (
    <LabelledField id={id} label={label} error={error} hint={hint}>
      <textarea rows={6} {...area} {...attributes} className={FIELD} />
    </LabelledField>
  );
}

export function SelectField({ label, error, hint, ...select }: Described & ComponentProps<'select'>) {
  const { id, attributes } = useDescription({ error, hint });
  return (
    <LabelledField id={id} label={label} error={error} hint={hint}>
      <select {...select} {...attributes} className={FIELD} />
    </LabelledField>
  );
}
