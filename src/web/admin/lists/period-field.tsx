/** A field for a day or a month. It reports a value only when it is complete or empty, not while it is being typed. */
import { useState } from 'react';
import { TextField } from '../forms/field.tsx';

interface PeriodFieldProps {
  label: string;
  type: 'date' | 'month';
  chosen: string;
  isWhole(text: string): boolean;
  onChoose(period: string): void;
}

export function PeriodField({ label, type, chosen, isWhole, onChoose }: PeriodFieldProps) {
  const [text, setText] = useState(chosen);
  const [followed, setFollowed] = useState(chosen);
  if (chosen !== followed) {
    setFollowed(chosen);
    setText(chosen);
  }
  return (
    <TextField
      label={label}
      type={type}
      // Shown by browsers without a picker for months.
      placeholder="YYYY-MM"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        if (value === '' || isWhole(value)) onChoose(value);
      }}
    />
  );
}
