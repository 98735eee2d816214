/** A password field with a button that shows what was typed. */
import { type ComponentProps, useState } from 'react';
import { FIELD } from '../../components/control-classes.ts';
import { EyeIcon, EyeShutIcon } from '../widgets/panel-icons.tsx';
import { type Described, LabelledField, useDescription } from './field.tsx';

type PasswordFieldProps = Described & Omit<ComponentProps<'input'>, 'type'>;

export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
  const { id, attributes } = useDescription({ error, hint });
  const [isReadable, setReadable] = useState(false);
  return (
    <LabelledField id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          {...input}
          {...attributes}
          type={isReadable ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${FIELD} pr-12`}
        />
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={isReadable}
          onClick={() => setReadable(!isReadable)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-soft hover:text-maroon"
        >
          {isReadable ? <EyeIcon /> : <EyeShutIcon />}
        </button>
      </div>
    </LabelledField>
  );
}
