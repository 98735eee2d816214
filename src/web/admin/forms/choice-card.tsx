/** A radio button or a checkbox as a card: its name, and what choosing it means. */
import type { ComponentProps } from 'react';

interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> {
  type: 'radio' | 'checkbox';
  label: string;
  meaning: string;
}

export const ChoiceCard = ({ label, meaning, ...input }: ChoiceCardProps) => (
  <label className="flex cursor-pointer items-start gap-3 rounded-control border-2 border-thread bg-ground p-3 has-checked:border-maroon">
    <input {...input} className="mt-1 size-5 shrink-0 accent-maroon" />
    <span>
      <span className="block font-semibold">{label}</span>
      <span className="block text-sm text-ink-soft">{meaning}</span>
    </span>
  </label>
);
