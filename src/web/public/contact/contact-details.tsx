/** Phone, e-mail, address and business hours. */
import type { ReactNode } from 'react';
import { BusinessHours } from '../../components/business-hours.tsx';
import { ClockIcon, MailIcon, PlaceIcon } from '../../components/icons.tsx';
import { LINK } from '../../components/link-class.ts';
import { PhoneIcon } from '../../components/page-icons.tsx';
import { useSite } from '../../hooks/use-site.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';

/** In the rhythm of lines. */
const LINE_LINK = `-my-2.5 ${LINK}`;

function Detail({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
      <span className="text-gold-ink">{icon}</span>
      <h3 className="self-center text-base text-gold-ink">{title}</h3>
      <div className="col-start-2">{children}</div>
    </div>
  );
}

export function ContactDetails() {
  const { contactPage, helpPage, hours } = usePageMessages();
  const site = useSite()?.site;
  return (
    <section aria-labelledby="details" className="grid gap-6">
      <div className="thread-edge grid gap-6 rounded-card bg-cloth p-5 sm:p-8">
        <h2 id="details" className="text-2xl">
          {contactPage.details}
        </h2>
        {site && (
          <>
            <Detail icon={<PhoneIcon />} title={contactPage.phone}>
              <a
                href={`tel:${site.contactPhone.replace(/[^+\d]/g, '')}`}
                className={`${LINE_LINK} tabular-nums`}
              >
                {site.contactPhone}
              </a>
            </Detail>
            <Detail icon={<MailIcon />} title={contactPage.email}>
              <a href={`mailto:${site.contactEmail}`} className={`${LINE_LINK} wrap-anywhere`}>
                {site.contactEmail}
              </a>
              <p className="mt-1 text-ink-soft">{helpPage.emailText}</p>
            </Detail>
            <Detail icon={<PlaceIcon />} title={contactPage.address}>
              <address className="not-italic">
                {contactPage.addressLines.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </address>
            </Detail>
          </>
        )}
        <Detail icon={<ClockIcon />} title={hours.heading}>
          <BusinessHours />
        </Detail>
      </div>
      <div className="rounded-card border-2 border-ember bg-cloth p-5 sm:px-8">
        <h3 className="mb-1 text-lg text-ember">{contactPage.emergency}</h3>
        <p>{contactPage.emergencyText}</p>
      </div>
    </section>
  );
}
