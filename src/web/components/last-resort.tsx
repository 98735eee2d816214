/** Shown when not even a dictionary is at hand: a few words in both languages and the way home. */
import { PRODUCT_NAME } from '../../core/branding.ts';
import { Emblem } from './emblem.tsx';

export function LastResort() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-page place-content-center gap-4 px-6 text-center">
      <title>{PRODUCT_NAME}</title>
      <Emblem className="mx-auto size-24 text-gold" />
      <h1 className="text-2xl">Something went wrong</h1>
      <p>Please try again in a moment.</p>
      <p lang="ml">എന്തോ കുഴപ്പം സംഭവിച്ചു. അൽപസമയം കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക.</p>
      <p>
        {/* A plain link: the app behind it may be what has failed. */}
        <a
          href="/"
          className="inline-flex min-h-11 items-center font-semibold text-maroon underline underline-offset-4"
        >
          {PRODUCT_NAME}
        </a>
      </p>
    </main>
  );
}
