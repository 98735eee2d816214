/** Icons that only the panel uses. */
import { Icon } from '../../components/icons.tsx';

export const DashboardIcon = () => (
  <Icon>
    <path d="M4 4h7v8H4ZM13 4h7v5h-7ZM13 12h7v8h-7ZM4 15h7v5H4Z" />
  </Icon>
);

export const DrawsIcon = () => (
  <Icon>
    <rect x="3" y="6.5" width="18" height="11" rx="2" />
    <path d="M9 6.5v11M15 6.5v11M6 11v2M12 11v2M18 11v2" />
  </Icon>
);

export const FaqIcon = () => (
  <Icon>
    <path d="M5 4.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-5.5L9 20.5v-4H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2Z" />
    <path d="M10 8.4a2.1 2.1 0 1 1 3 1.9c-.7.4-1 .8-1 1.5M12 14v.1" />
  </Icon>
);

export const UsersIcon = () => (
  <Icon>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.5 20c.4-3.6 2.9-5.5 6.5-5.5s6.1 1.9 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 15c2 .8 3.2 2.5 3.5 5" />
  </Icon>
);

export const WebhooksIcon = () => (
  <Icon>
    <circle cx="6" cy="17" r="3" />
    <circle cx="18" cy="17" r="3" />
    <circle cx="12" cy="6.5" r="3" />
    <path d="M10.6 9.2 7.4 14.4M13.4 9.2l3.2 5.2M9 17h6" />
  </Icon>
);

export const ActivityIcon = () => (
  <Icon>
    <path d="M3 12h4l3-7 4.5 14 2.5-7h4" />
  </Icon>
);

export const LogOutIcon = () => (
  <Icon>
    <path d="M13.5 4.5H6a1.5 1.5 0 0 0-1.5 1.5v12A1.5 1.5 0 0 0 6 19.5h7.5M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5" />
  </Icon>
);

export const KeysIcon = () => (
  <Icon>
    <rect x="2.5" y="6" width="19" height="12" rx="2" />
    <path d="M6.5 10v.1M10.2 10v.1M13.8 10v.1M17.5 10v.1M8 14h8" />
  </Icon>
);

export const CalendarIcon = () => (
  <Icon>
    <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
    <path d="M3.5 10h17M8 3v4M16 3v4" />
  </Icon>
);

export const FilterIcon = () => (
  <Icon>
    <path d="M4 6h16M7 12h10M10.5 18h3" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <path d="M12 4L2.8 19.5h18.4ZM12 10v4.5M12 17v.1" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </Icon>
);

export const EyeShutIcon = () => (
  <Icon>
    <path d="M3 9.5c2 2.9 5.2 4.5 9 4.5s7-1.6 9-4.5M12 14v3.5M6.5 12.8L4.7 16M17.5 12.8l1.8 3.2" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon>
    <path strokeWidth="4" d="M12 5v.01M12 12v.01M12 19v.01" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

export const ShieldIcon = () => (
  <Icon>
    <path d="M12 3.5l7 2.5v5.5c0 4.4-2.8 7.5-7 9-4.2-1.5-7-4.6-7-9V6Z" />
    <path d="M9 12l2.2 2.2L15.2 10" />
  </Icon>
);

export const DeviceIcon = () => (
  <Icon>
    <path d="M4.5 5.5h15v10h-15ZM2.5 19h19" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
  </Icon>
);
