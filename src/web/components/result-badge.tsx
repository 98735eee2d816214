/** The badge of a result: a woven seal, and the word for how its digits came to be. */
import { useLoaderData } from 'react-router';
import type { Draw } from '../../contract/draws.ts';
import { type KnownRandomness, labelOf } from '../../core/result-label.ts';
import { useMessages } from '../i18n/i18n.tsx';
import { Icon } from './icons.tsx';

/** For pages whose loader returns the randomness of their results. */
export function ResultBadge({ draw }: { draw: Draw }) {
  const label = labelOf(draw, useLoaderData<{ randomness: KnownRandomness }>().randomness);
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
