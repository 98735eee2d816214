/** The bell of a draw card: notifies this device of the result of that time, every day until it is pressed again. */
import { useEffect, useState } from 'react';
import { type Slot, slotLabel } from '../../../core/slots.ts';
import { BellIcon } from '../../components/icons.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { CHOICE_SAVED, isActive } from '../../notifications/chosen-results.ts';

const showPopover = (message: HTMLElement | null) => message?.showPopover?.();

export function BellButton({ slot }: { slot: Slot }) {
  const { language, messages } = useI18n();
  const [isOn, setOn] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const { tellMe, failed } = messages.bell;
  const label = tellMe(slotLabel(slot));

  useEffect(() => {
    // Rejects in browsers without service workers.
    const read = () => void isActive(slot).then(setOn, () => {});
    read();
    addEventListener(CHOICE_SAVED, read);
    return () => removeEventListener(CHOICE_SAVED, read);
  }, [slot]);

  async function press() {
    if (isBusy) return;
    setBusy(true);
    try {
      // At once, because some browsers do not ask after the code was loaded.
      const permission = isOn || !('PushManager' in window) ? undefined : Notification.requestPermission();
      const code = await import('../../notifications/switch-bell.ts');
      const state = await code.switchBell({ slot, turnOn: !isOn, language, permission });
      setOn(state.isOn);
      setMessage(state.message);
    } catch {
      setMessage(failed);
    }
    setBusy(false);
  }

  return (
    <>
      <button
        type="button"
        className="card-bell script-only"
        aria-pressed={isOn}
        aria-busy={isBusy}
        aria-label={label}
        title={label}
        onClick={press}
      >
        <BellIcon />
      </button>
      {message && (
        <span
          role="alert"
          popover="auto"
          ref={showPopover}
          onToggle={({ newState }) => newState === 'closed' && setMessage('')}
          className="bell-message"
        >
          {message}
        </span>
      )}
    </>
  );
}
