/** The footer: about the site, links, contact and the disclaimer. */
import { Link } from 'react-router';
import { SINCE_YEAR } from '../../core/branding.ts';
import { istDateOf } from '../../core/ist-time.ts';
import { useSite } from '../hooks/use-site.ts';
import { useMessages, usePathIn } from '../i18n/i18n.tsx';
import { Emblem } from './emblem.tsx';
import { MailIcon, PlaceIcon } from './icons.tsx';
import { FOOTER_PAGES, footerItems } from './nav-links.ts';

/** High enough for fingers; less with a mouse. */
const FOOTER_ROW = 'inline-flex min-h-11 items-center py-1 leading-snug pointer-fine:min-h-9';
const FOOTER_LINK = `${FOOTER_ROW} hover:text-maroon hover:underline underline-offset-4`;

function OfficialWebsite({ address }: { address: string | null | undefined }) {
  const { officialWebsite } = useMessages().footer;
  if (!address) return <span className={FOOTER_ROW}>{officialWebsite}</span>;
  return (
    <a href={address} rel="noopener" className={FOOTER_LINK}>
      {officialWebsite}
    </a>
  );
}

function Pages({ officialSiteUrl }: { officialSiteUrl: string | null | undefined }) {
  const messages = useMessages();
  const pathTo = usePathIn();
  return (
    <nav aria-labelledby={FOOTER_PAGES}>
      <h2 id={FOOTER_PAGES} className="mb-1 text-base text-gold-ink">
        {messages.footer.pages}
      </h2>
      <ul className="grid gap-x-6 min-[22rem]:grid-cols-[auto_auto] sm:grid-cols-1">
        {footerItems(messages).map(({ path, label, isDocument }) => (
          <li key={path}>
            <Link to={pathTo(path)} {...(isDocument && { reloadDocument: true })} className={FOOTER_LINK}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <OfficialWebsite address={officialSiteUrl} />
        </li>
      </ul>
    </nav>
  );
}

function ReachUs({ email }: { email: string | undefined }) {
  const { footer } = useMessages();
  return (
    <section aria-labelledby="footer-reach">
      <h2 id="footer-reach" className="mb-1 text-base text-gold-ink">
        {footer.reachUs}
      </h2>
      <address className="not-italic">
        {email && (
          <a href={`mailto:${email}`} className={`${FOOTER_LINK} gap-2`}>
            <MailIcon />
            {email}
          </a>
        )}
        <p className={`${FOOTER_ROW} gap-2`}>
          <PlaceIcon />
          {footer.place}
        </p>
      </address>
    </section>
  );
}

export function Footer() {
  const { footer, productName } = useMessages();
  const data = useSite();
  return (
    <footer className="screen-only kasavu-top relative mt-16 bg-cloth pt-1.5 text-ink-soft">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-10 sm:px-6 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr]">
        <div className="max-w-md sm:col-span-2 lg:col-span-1">
          <p className="mb-3 flex items-center gap-2.5 text-lg font-bold text-ink">
            <Emblem className="size-9 text-gold" />
            {productName}
          </p>
          <p>{footer.tagline}</p>
          <p className="mt-3 text-sm">{footer.disclaimer}</p>
        </div>
        <Pages officialSiteUrl={data?.site.officialSiteUrl} />
        <ReachUs email={data?.site.contactEmail} />
      </div>
      <div className="border-t border-thread">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-5 text-sm sm:px-6">
          <p className="font-semibold text-ink">{footer.care.join(' · ')}</p>
          <p>
            © {SINCE_YEAR}
            {data && `–${istDateOf(data.renderedAt).slice(0, 4)}`} {productName}
          </p>
        </div>
      </div>
    </footer>
  );
}
