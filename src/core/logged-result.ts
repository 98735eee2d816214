/** In the activity log a draw has five digit fields; people read them as one result. */
type Value = string | number | boolean | null;
type Fields = Readonly<Record<string, Value>>;

const DIGIT_FIELDS = ['digit1', 'digit2', 'digit3', 'digit4', 'digit5'];

/** Replaces the five digits with `result`; other fields keep their order. */
export function withResult(fields: Fields): Record<string, Value> {
  const digits = DIGIT_FIELDS.map((field) => fields[field]);
  if (digits.some((digit) => typeof digit !== 'string')) return { ...fields };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]): [string, Value][] => {
      if (field === DIGIT_FIELDS[0]) return [['result', digits.join('')]];
      return DIGIT_FIELDS.includes(field) ? [] : [[field, value]];
    }),
  );
}
