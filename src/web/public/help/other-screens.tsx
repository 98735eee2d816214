/** Notifications, and links to the calendar, the board for shops and the card for other websites. */
import { LINK } from '../../components/link-class.ts';
import { useSite } from '../../hooks/use-site.ts';
import { usePageMessages, usePathIn } from '../../i18n/i18n.tsx';

export function OtherScreens() {
  const { helpPage } = usePageMessages();
  const pathTo = usePathIn();
  const baseUrl = useSite()?.site.baseUrl ?? '';
  const calendar = pathTo('/calendar.ics');
  const screens = [
    { path: pathTo('/'), title: helpPage.notification, text: helpPage.notificationText },
    { path: calendar, title: helpPage.calendar, text: helpPage.calendarText, address: baseUrl + calendar },
    { path: pathTo('/board'), title: helpPage.board, text: helpPage.boardText },
    { path: pathTo('/embed/code'), title: helpPage.embed, text: helpPage.embedText },
  ];
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {screens.map(({ path, title, text, address }) => (
        <li key={path} className="thread-edge rounded-card bg-cloth p-5">
          <a href={path} className={LINK}>
            {title}
          </a>
          <p className="text-ink-soft">{text}</p>
          {address && (
            <p lang="en" className="mt-2 text-sm break-all select-all">
              {address}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
