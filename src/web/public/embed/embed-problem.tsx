/** Shown in place of a card that could not be loaded or rendered. The page is reloaded when the site answers. */
import { Emblem } from '../../components/emblem.tsx';
import { useMessages } from '../../i18n/i18n.tsx';
import { ReloadScript } from '../unattended/reload-script.tsx';
import { useFailureReport } from '../unattended/use-working-report.ts';

export function EmbedProblem() {
  const { productName, maintenance } = useMessages();
  useFailureReport();
  return (
    <main className="embed-problem">
      <title>{`${maintenance.title} · ${productName}`}</title>
      <meta name="robots" content="noindex" />
      <ReloadScript />
      <Emblem className="text-gold" />
      <h1>{productName}</h1>
      <p>{maintenance.title}</p>
    </main>
  );
}
