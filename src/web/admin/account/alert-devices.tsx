/** The other devices of an account that get alerts. */
import type { AlertDevice } from '../../../contract/alerts.ts';
import { ACTION } from '../../components/control-classes.ts';
import { nameDevice } from '../session/device-name.ts';
import { Moment } from '../widgets/moment.tsx';
import { DeviceIcon } from '../widgets/panel-icons.tsx';

interface AlertDevicesProps {
  devices: readonly AlertDevice[];
  isBusy: boolean;
  onRemove(device: AlertDevice): void;
}

export const AlertDevices = ({ devices, isBusy, onRemove }: AlertDevicesProps) => (
  <div>
    <h3 className="font-semibold">Your other devices with alerts</h3>
    <ul className="mt-1 divide-y divide-thread">
      {devices.map((device) => (
        <li key={device.endpoint} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
          <span className="text-gold-ink">
            <DeviceIcon />
          </span>
          <div className="min-w-0 grow basis-48">
            <p className="font-semibold">{nameDevice(device.userAgent)}</p>
            <p className="text-sm text-ink-soft">
              Added on <Moment at={device.addedAt} /> IST
            </p>
          </div>
          <button
            type="button"
            aria-disabled={isBusy}
            className={`${ACTION} aria-disabled:opacity-60`}
            aria-label={`Stop alerts on ${nameDevice(device.userAgent)}`}
            onClick={() => onRemove(device)}
          >
            Stop
          </button>
        </li>
      ))}
    </ul>
  </div>
);
