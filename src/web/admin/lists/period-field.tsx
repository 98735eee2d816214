/** A day or a month to choose. While it is being typed it is not one yet: its users hear of it once it is, or is none. */
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
      // For browsers that have no picker for months.
      placeholder="YYYY-MM"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        if (value === '' || isWhole(value)) onChoose(value);
      }}
    />
  );
}
