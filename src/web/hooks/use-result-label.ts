/** The label of a result, on pages whose loader returns the randomness of their results. */
import { useLoaderData } from 'react-router';
import type { Draw } from '../../contract/draws.ts';
import { type KnownRandomness, labelOf, type ResultLabel } from '../../core/result-label.ts';

export const useResultLabel = (draw: Draw): ResultLabel =>
  labelOf(draw, useLoaderData<{ randomness: KnownRandomness }>().randomness);
