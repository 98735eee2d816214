/** Shown when the server does not even say who is signed in; it is asked again until it does. */
import { MAIN_ACTION } from '../../components/actions.ts';
import { useRetry } from '../../hooks/use-retry.ts';

export function Unreachable({ onRetry }: { onRetry(): Promise<void> }) {
  useRetry(true, onRetry);
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <div>
        <h1 className="text-2xl">The server does not answer</h1>
        <p className="mt-2 text-ink-soft">Nothing is lost. Check your connection and try again.</p>
        <button type="button" className={`${MAIN_ACTION} mt-6`} onClick={onRetry}>
          Try again
        </button>
      </div>
    </main>
  );
}
