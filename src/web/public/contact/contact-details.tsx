/** Phone, e-mail, address and business hours. */
import type { ReactNode } from 'react';
import { BusinessHours } from '../../components/business-hours.tsx';
import { ClockIcon, MailIcon, PhoneIcon, PlaceIcon } from '../../components/icons.tsx';
import { useSite } from '../../hooks/use-site.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';

const LINK = 'inline-flex min-h-11 items-center font-semibold text-maroon underline underline-offset-4';

function Detail({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="flex items-center gap-2 text-base text-gold-ink">
        {icon}
        {title}
      </h3>
      {children}
    </div>
  );
}

export function ContactDetails() {
  const { contactPage, helpPage, hours } = usePageMessages();
  const site = useSite()?.site;
  return (
    <section aria-labelledby="details" className="grid gap-5">
      <h2 id="details" className="text-2xl">
        {contactPage.details}
      </h2>
      {site && (
        <>
          <Detail icon={<PhoneIcon />} title={contactPage.phone}>
            <a href={`tel:${site.contactPhone.replace(/[^+\d]/g, '')}`} className={`${LINK} tabular-nums`}>
              {site.contactPhone}
            </a>
          </Detail>
          <Detail icon={<MailIcon />} title={contactPage.email}>
            <a href={`mailto:${site.contactEmail}`} className={`${LINK} break-all`}>
              {site.contactEmail}
            </a>
            <p className="text-ink-soft">{helpPage.emailText}</p>
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
      <div className="rounded-card border-2 border-ember bg-cloth p-4">
        <h3 className="text-base text-ember">{contactPage.emergency}</h3>
        <p>{contactPage.emergencyText}</p>
      </div>
    </section>
  );
}
