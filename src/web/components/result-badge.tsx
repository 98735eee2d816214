/** The badge of a result: a woven seal, and the word for how its digits came to be. */
import type { Draw } from '../../contract/draws.ts';
import { useResultLabel } from '../hooks/use-result-label.ts';
import { useMessages } from '../i18n/i18n.tsx';
import { Icon } from './icons.tsx';

export function ResultBadge({ draw }: { draw: Draw }) {
  const label = useResultLabel(draw);
  return (
    <span data-label={label} className="result-badge">
      <Icon>
        <path d="M6 6h12v12H6ZM12 3.5l8.5 8.5-8.5 8.5L3.5 12Z" />
        {label === 'beacon' && <path d="M9 12l2 2 4-4" />}
      </Icon>
      {useMessages().draw.labels[label]}
    </span>
  );
}
