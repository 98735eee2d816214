/** Turns the notifications of one draw time on or off. Loaded when a bell is pressed for the first time. */
import type { BrowserSubscription } from '../../contract/push.ts';
import { type Slot, slotLabel } from '../../core/slots.ts';
import { enBell } from '../i18n/en-bell.ts';
import type { Language } from '../i18n/language.ts';
import { mlBell } from '../i18n/ml-bell.ts';
import { CHOICE_SAVED, readActive } from './chosen-results.ts';
import { PushNotAllowed, subscribeDevice } from './device-subscription.ts';
import { inTurn, saveChosen } from './save-chosen.ts';

const TEXTS = { en: enBell, ml: mlBell };

export interface BellPress {
  slot: Slot;
  turnOn: boolean;
  language: Language;
  permission: Promise<NotificationPermission> | undefined;
}

export interface BellState {
  isOn: boolean;
  message: string;
}

async function saveChoice({ slot, turnOn, language, permission }: BellPress): Promise<void> {
  // Before the device is subscribed: what was chosen for a subscription that has ended is not chosen any more.
  const former = await readActive();
  const others = former?.slots.filter((chosen) => chosen !== slot) ?? [];
  const save = (subscription: BrowserSubscription, slots: Slot[]) =>
    saveChosen({ subscription, slots, language }, former);
  if (turnOn) await save(await subscribeDevice(permission), [...others, slot]);
  else if (former) await save(former.subscription, others);
}

/** Throws if the server or the push service of the browser cannot be reached; then nothing has changed. */
export async function switchBell(press: BellPress): Promise<BellState> {
  const texts = TEXTS[press.language];
  try {
    await inTurn(() => saveChoice(press));
    dispatchEvent(new Event(CHOICE_SAVED));
  } catch (error) {
    if (!(error instanceof PushNotAllowed)) throw error;
    return { isOn: false, message: error.reason === 'dismissed' ? '' : texts[error.reason] };
  }
  return { isOn: press.turnOn, message: press.turnOn ? texts.on(slotLabel(press.slot)) : '' };
}
