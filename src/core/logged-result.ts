/** In the activity log a draw has five digit fields; people read them as one result. */
import { DIGIT_FIELDS } from './digits.ts';

type Value = string | number | boolean | null;
type Fields = Readonly<Record<string, Value>>;

const isDigitField = (field: string): boolean => (DIGIT_FIELDS as readonly string[]).includes(field);

/** Replaces the five digits with `result`; other fields keep their order. */
export function withResult(fields: Fields): Record<string, Value> {
  const digits = DIGIT_FIELDS.map((field) => fields[field]);
  if (digits.some((digit) => typeof digit !== 'string')) return { ...fields };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]): [string, Value][] => {
      if (field === DIGIT_FIELDS[0]) return [['result', digits.join('')]];
      return isDigitField(field) ? [] : [[field, value]];
    }),
  );
}
