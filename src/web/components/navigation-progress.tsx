/** A thin line at the bottom of its container while the next page loads. */
import { useNavigation } from 'react-router';
import { useMessages } from '../i18n/i18n.tsx';

export function NavigationProgress() {
  const { loading } = useMessages().header;
  return (
    <div role="status" className="absolute inset-x-0 bottom-0 z-10">
      {useNavigation().state !== 'idle' && (
        <>
          <span className="sr-only">{loading}</span>
          <span className="progress-line block h-1.5 bg-maroon" />
        </>
      )}
    </div>
  );
}
