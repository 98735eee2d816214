/** Which alerts one gets: by mail, and on which devices. */
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { OwnAlerts } from '../../../contract/alerts.ts';
import { ACTION } from '../../components/control-classes.ts';
import { QueryView } from '../lists/query-view.tsx';
import { useSession } from '../session/session.tsx';
import { ErrorMessage } from '../widgets/error-message.tsx';
import { Panel } from '../widgets/panel.tsx';
import { Switch } from '../widgets/switch.tsx';
import { AlertDevices } from './alert-devices.tsx';
import { useOwnAlerts, useOwnAlertsQuery } from './use-own-alerts.ts';

const REPORTED = [
  'A result is late, missing or taken back',
  'Automatic publication is off or fails',
  'A backup failed, or the last one is older than a day',
  'Mails are not going out',
  'The public beacon is missing, or tomorrow is not committed in the public log',
  'Somebody else corrects or deletes a public result',
  'A visitor sends a contact message',
];

export function Alerts() {
  const query = useOwnAlertsQuery();
  return (
    <Panel title="Alerts" className="xl:col-span-2">
      <QueryView query={query} label="Loading your alerts" rows={2}>
        {(alerts) => <Choices alerts={alerts} />}
      </QueryView>
    </Panel>
  );
}

function Choices({ alerts }: { alerts: OwnAlerts }) {
  const { email } = useSession().me;
  const own = useOwnAlerts();
  const { mail, contactMail, devices, notificationsEnabled } = alerts;
  const ownDevice = devices.find(({ endpoint }) => endpoint === own.ownEndpoint);
  const others = devices.filter((device) => device !== ownDevice);
  const canTest = notificationsEnabled && (mail || devices.length > 0);
  return (
    <div className="space-y-4">
      {!notificationsEnabled && <NotificationsOff />}
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="space-y-3">
          <Choice
            isOn={mail}
            isBusy={own.isBusy}
            onChange={(on) => own.save({ mail: on, contactMail })}
            label={`By mail to ${email}`}
          >
            One mail when it begins and one when it is over; contact messages have their own switch.
          </Choice>
          <Choice
            isOn={contactMail}
            isBusy={own.isBusy}
            onChange={(on) => own.save({ mail, contactMail: on })}
            label="New contact messages by mail"
          >
            One mail for each of the first five in an hour, then one about the others.
          </Choice>
          <Choice
            isOn={ownDevice !== undefined}
            isBusy={own.isBusy}
            onChange={(on) => (on ? own.addThisDevice() : ownDevice && own.removeDevice(ownDevice.endpoint))}
            label="On this device"
          >
            Notifications of all that is listed, until you log out here.
          </Choice>
          {own.deviceProblem && <ErrorMessage>{own.deviceProblem}</ErrorMessage>}
        </div>
        <div>
          <h3 className="font-semibold">You are alerted when</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5 text-ink-soft marker:text-gold-ink">
            {REPORTED.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      </div>
      {others.length > 0 && (
        <AlertDevices
          devices={others}
          isBusy={own.isBusy}
          onRemove={({ endpoint }) => own.removeDevice(endpoint)}
        />
      )}
      {canTest && (
        <button
          type="button"
          aria-disabled={own.isBusy}
          className={`${ACTION} aria-disabled:opacity-60`}
          onClick={own.sendTest}
        >
          Send me a test
        </button>
      )}
    </div>
  );
}

function NotificationsOff() {
  const { role } = useSession().me;
  return (
    <p className="rounded-control border-2 border-gold bg-ground p-3 font-semibold">
      Notifications are turned off for the whole site, so no alerts are sent.{' '}
      {role === 'admin' ? (
        <Link to="/admin/timings" className="text-maroon underline">
          Open Timings
        </Link>
      ) : (
        'Ask an Admin.'
      )}
    </p>
  );
}

interface ChoiceProps {
  isOn: boolean;
  isBusy: boolean;
  onChange(on: boolean): void;
  label: string;
  /** What it does. */
  children: ReactNode;
}

function Choice({ isOn, isBusy, onChange, label, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0 break-words">
      <Switch isOn={isOn} isBusy={isBusy} onChange={onChange} describedBy={id}>
        {label}
      </Switch>
      <p id={id} className="text-sm text-ink-soft sm:ml-14.5">
        {children}
      </p>
    </div>
  );
}
