/** Five boxes for five digits: each typed digit moves on to the next box, and five can be pasted at once. */
import { OTPField } from '@base-ui/react/otp-field';
import { DIGIT_COUNT } from '../../../core/digits.ts';
import { type Described, LabelledField, useDescription } from '../forms/field.tsx';

/** Selects the first box. */
export const FIRST_DIGIT = '[data-digits] input';

const PLACES = Array.from({ length: DIGIT_COUNT }, (_, index) => index + 1);

interface DigitBoxesProps extends Described {
  value: string;
  onChange(digits: string): void;
  autoFocus?: boolean;
}

export function DigitBoxes({ value, onChange, autoFocus = false, ...described }: DigitBoxesProps) {
  const { id, attributes } = useDescription(described);
  return (
    <LabelledField id={id} {...described}>
      <OTPField.Root
        id={id}
        length={DIGIT_COUNT}
        value={value}
        onValueChange={onChange}
        autoComplete="off"
        data-digits
        aria-describedby={attributes['aria-describedby']}
        className="flex gap-1.5"
      >
        {PLACES.map((place) => (
          <OTPField.Input
            key={place}
            // The first box is labelled by the label of the whole field.
            {...(place > 1 && { 'aria-label': `Digit ${place} of ${DIGIT_COUNT}` })}
            aria-invalid={attributes['aria-invalid']}
            // The Tab key begins at the first box, not after the last digit: what is typed replaces all five.
            tabIndex={place === 1 ? 0 : -1}
            autoFocus={autoFocus && place === 1}
            className="h-12 w-11 rounded-control border-2 border-ink-soft bg-ground text-center text-2xl leading-none font-bold tabular-nums aria-invalid:border-ember"
          />
        ))}
      </OTPField.Root>
    </LabelledField>
  );
}
