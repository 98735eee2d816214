/** The quiet page around everything that is done before one is signed in. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Emblem } from '../../components/emblem.tsx';
import { useMessages } from '../../i18n/i18n.tsx';

export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  const { productName } = useMessages();
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <title>{`${title} · ${productName}`}</title>
      <div className="w-full max-w-md">
        <Emblem className="mx-auto size-16 text-gold" />
        <div className="kasavu-edge mt-6 rounded-card bg-cloth p-6 shadow-card">
          <h1 className="mb-5 text-center text-2xl">{title}</h1>
          {children}
        </div>
        <p className="mt-6 text-center">
          <Link to="/" className="inline-flex min-h-11 items-center font-semibold text-maroon underline">
            Back to the website
          </Link>
        </p>
      </div>
    </main>
  );
}
