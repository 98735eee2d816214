/** Support by phone and e-mail, and business hours. */
import type { ReactNode } from 'react';
import { BusinessHours } from '../../components/business-hours.tsx';
import { ClockIcon, MailIcon } from '../../components/icons.tsx';
import { LINK } from '../../components/link-class.ts';
import { PhoneIcon } from '../../components/page-icons.tsx';
import { useSite } from '../../hooks/use-site.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';

function Block({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="thread-edge rounded-card bg-cloth p-5">
      <h3 className="mb-2 flex items-center gap-2 text-lg text-gold-ink">
        {icon}
        {title}
      </h3>
      {children}
    </div>
  );
}

export function Support() {
  const { helpPage, hours } = usePageMessages();
  const site = useSite()?.site;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Block icon={<PhoneIcon />} title={helpPage.phone}>
        {site && (
          <a href={`tel:${site.contactPhone.replace(/[^+\d]/g, '')}`} className={`${LINK} tabular-nums`}>
            {site.contactPhone}
          </a>
        )}
        <p className="text-ink-soft">{helpPage.phoneText}</p>
      </Block>
      <Block icon={<MailIcon />} title={helpPage.email}>
        {site && (
          <a href={`mailto:${site.contactEmail}`} className={`${LINK} break-all`}>
            {site.contactEmail}
          </a>
        )}
        <p className="text-ink-soft">{helpPage.emailText}</p>
      </Block>
      <div className="sm:col-span-2">
        <Block icon={<ClockIcon />} title={hours.heading}>
          <BusinessHours />
        </Block>
      </div>
    </div>
  );
}
