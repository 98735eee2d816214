/** A thin line at the bottom of its container while the next page loads. */
import { useNavigation } from 'react-router';
import { useMessages } from '../i18n/i18n.tsx';

export function NavigationProgress({ isLoading = false }: { isLoading?: boolean }) {
  const { loading } = useMessages().header;
  const isNavigating = useNavigation().state !== 'idle';
  return (
    <div role="status" className="absolute inset-x-0 bottom-0 z-10">
      {(isNavigating || isLoading) && (
        <>
          <span className="sr-only">{loading}</span>
          <span className="progress-line block h-1.5 bg-maroon" />
        </>
      )}
    </div>
  );
}
