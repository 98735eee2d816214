/** The language of an article or a question. */
import { type Described, SelectField } from './field.tsx';
import { LANGUAGE_NAMES } from './language-names.ts';

interface LanguageFieldProps extends Described {
  name: string;
  /** Empty for both. */
  value: string;
  onChange(event: { currentTarget: { value: string } }): void;
}

export const LanguageField = (field: LanguageFieldProps) => (
  <SelectField {...field}>
    <option value="">Both languages</option>
    {Object.entries(LANGUAGE_NAMES).map(([language, name]) => (
      <option key={language} value={language}>
        {name}
      </option>
    ))}
  </SelectField>
);
