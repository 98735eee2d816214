/** The list of imports, and texts about them. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DrawImport } from '../../../../contract/import.ts';
import type { Page } from '../../../../contract/paging.ts';
import { SECOND } from '../../../../core/ist-time.ts';
import { ApiProblem } from '../../../api/call-api.ts';
import { longDate } from '../../../i18n/dates.ts';
import type { Messages } from '../../../i18n/en.ts';
import { useAdminQuery } from '../../data/queries.ts';
import { keyOf } from '../../data/requests.ts';
import { useApi } from '../../session/session.tsx';

export const IMPORTS_PATH = '/api/admin/imports';

/** Asked again and again while one of them is running. */
export function useImports(): DrawImport[] {
  // The beginning and the end of an import, and every change of a draw, is in the activity log.
  const { data } = useAdminQuery<Page<DrawImport>>(IMPORTS_PATH, ['activity'], {
    refetchInterval: (page) => (page?.items.some(({ running }) => running) ? SECOND : false),
  });
  return data?.items ?? [];
}

/** Returns a function that fetches the list, and shows it where it is in use. */
export function useImportsNow(): () => Promise<DrawImport[]> {
  const api = useApi();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const page = await api.get<Page<DrawImport>>(IMPORTS_PATH);
    queryClient.setQueryData(keyOf(IMPORTS_PATH), page);
    return page.items;
  }, [api, queryClient]);
}

/** `99,000`. */
export const numberText = (number: number): string => number.toLocaleString('en-IN');

export const countText = (draws: number): string => (draws === 1 ? '1 draw' : `${numberText(draws)} draws`);

/** The draws of an import that are there. */
export const countOf = ({ created, removed }: Pick<DrawImport, 'created' | 'removed'>): number =>
  created - removed;

/** How far an import, or its removal, has come; null if it is complete. */
export function progressOf({ removed, created, total }: DrawImport): { done: number; of: number } | null {
  if (removed > 0) return { done: removed, of: created };
  return created < total ? { done: created, of: total } : null;
}

/** `40,000 of 99,000 imported`. */
export function progressText(each: DrawImport): string {
  const progress = progressOf(each);
  if (!progress) return '';
  return `${numberText(progress.done)} of ${numberText(progress.of)} ${each.removed > 0 ? 'taken back' : 'imported'}`;
}

/** For an import whose response was lost. */
export const stoppedProblem = (each: DrawImport): ApiProblem =>
  new ApiProblem({
    type: 'about:blank',
    title: 'Stopped',
    status: 409,
    code: 'import-stopped',
    detail: `This was stopped before its end: ${progressText(each)}. The rest can be taken back under "Recent imports".`,
  });

/** `from 1 May 2025 to 4 May 2025`. */
export function periodText(
  { firstDate, lastDate }: Pick<DrawImport, 'firstDate' | 'lastDate'>,
  messages: Messages,
): string {
  if (firstDate === null || lastDate === null) return '';
  if (firstDate === lastDate) return `of ${longDate(firstDate, messages)}`;
  return `from ${longDate(firstDate, messages)} to ${longDate(lastDate, messages)}`;
}
