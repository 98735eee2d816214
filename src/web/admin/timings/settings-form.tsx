/** The settings form: shows what each setting does, and the saved value beside a changed one. */
import { type ReactNode, useId } from 'react';
import type { Settings } from '../../../contract/settings.ts';
import { isTimeOfDay } from '../../../core/ist-time.ts';
import { MAX_PUBLISH_DELAY_MINUTES } from '../../../core/schedule.ts';
import { timeLabel } from '../../../core/slots.ts';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import type { Tagged } from '../api/admin-api.ts';
import { useSettingsQuery } from '../data/settings.ts';
import { TextField } from '../forms/field.tsx';
import { isSaidBesideField } from '../forms/form-problem.ts';
import type { FormState } from '../forms/use-form.ts';
import { QueryView } from '../lists/query-view.tsx';
import { ErrorMessage } from '../widgets/error-message.tsx';
import { Panel } from '../widgets/panel.tsx';
import { Switch } from '../widgets/switch.tsx';
import { ApprovalChoice } from './approval-choice.tsx';
import { ScheduleGrid } from './schedule-grid.tsx';
import { SETTING_NAMES } from './setting-names.ts';
import { delaySchema, type SettingsValues } from './settings-values.ts';
import { useSettingsForm } from './use-settings-form.ts';

export function SettingsForm() {
  return (
    <QueryView query={useSettingsQuery()} label="Loading the settings" rows={4}>
      {(settings) => <Fields settings={settings} />}
    </QueryView>
  );
}

function Fields({ settings }: { settings: Tagged<Settings> }) {
  const form = useSettingsForm(settings);
  const { ref, isSending, problem, changedElsewhere } = form;
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => form.onSubmit(event)}
      aria-busy={isSending}
      className="space-y-4"
    >
      <Schedule form={form} />
      <Panel title="Switches">
        <div className="space-y-4">
          <SettingSwitch form={form} name="autoPublish">
            On: each draft is published by itself when its delay is over, unless it is on hold. Off: results
            come out only when somebody publishes them.
          </SettingSwitch>
          <SettingSwitch form={form} name="publishGenerated">
            On: drafts with random digits are published like all others. Off: only results that a person
            entered or changed are published automatically; the others wait until somebody enters their digits
            or publishes them.
          </SettingSwitch>
          <SettingSwitch form={form} name="enableNotifications">
            On: results are sent to webhooks and to the devices of visitors who asked for them, and staff get
            the alerts that they have chosen. Off: nothing of this is sent, and what happens meanwhile is not
            sent later, except for trouble that still lasts. Mails about accounts are always sent.
          </SettingSwitch>
          <SettingSwitch form={form} name="maintenanceMode">
            On: visitors see a maintenance page and the public API answers that it will be back. This panel
            goes on working, and so do the draws.
          </SettingSwitch>
        </div>
      </Panel>
      <ApprovalChoice
        chosen={form.values.approval}
        saved={form.saved.approval}
        onChoose={(approval) => form.change({ approval })}
      />
      {problem && !isSaidBesideField(problem) && <ErrorMessage>{problem.text}</ErrorMessage>}
      <p role="status" className="font-semibold text-ember empty:hidden">
        {changedElsewhere.length > 0 &&
          !isSending &&
          `Someone else has just changed: ${changedElsewhere.map((name) => SETTING_NAMES[name]).join(', ')}. Your changes are still here.`}
      </p>
      {form.isDirty && (
        <div className="kasavu-edge sticky bottom-[calc(1rem+var(--toast-space,0px))] z-10 flex flex-wrap items-center justify-end gap-3 rounded-card bg-cloth p-4">
          <p className="grow font-semibold">You have unsaved changes.</p>
          <button type="button" className={ACTION} onClick={form.reset}>
            Reset
          </button>
          <button
            type="submit"
            aria-disabled={isSending}
            className={`${MAIN_ACTION} aria-disabled:opacity-60`}
          >
            {isSending ? 'Saving…' : 'Save Changes'}
          </button>
        </div>
      )}
    </form>
  );
}

const isChanged = ({ saved, values }: FormState<SettingsValues>, name: keyof Settings): boolean =>
  values[name] !== saved[name];

function Schedule({ form }: { form: FormState<SettingsValues> }) {
  const { saved, values, field } = form;
  const delay = delaySchema.safeParse(values.publishDelay);
  return (
    <Panel title="Draw schedule">
      <ScheduleGrid delay={delay.success ? delay.data : Number(saved.publishDelay)} />
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <TextField
          label={`${SETTING_NAMES.publishDelay} (minutes)`}
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_PUBLISH_DELAY_MINUTES}
          {...field('publishDelay')}
          hint={`From the draw to its result, 0 to ${MAX_PUBLISH_DELAY_MINUTES}. A draw is live on the public site for this long.${isChanged(form, 'publishDelay') ? ` Saved: ${saved.publishDelay}.` : ''}`}
        />
        <TextField
          label={SETTING_NAMES.generateTime}
          type="time"
          {...field('generateTime')}
          hint={`${isTimeOfDay(values.generateTime) ? `${timeLabel(values.generateTime)} in` : 'In'} IST, every day: five drafts with random digits, if the day has no draw yet.${isChanged(form, 'generateTime') ? ` Saved: ${timeLabel(saved.generateTime)}. Today and tomorrow are committed in the public log: a change counts from the day after.` : ''}`}
        />
      </div>
    </Panel>
  );
}

interface SettingSwitchProps {
  form: FormState<SettingsValues>;
  name: 'autoPublish' | 'publishGenerated' | 'enableNotifications' | 'maintenanceMode';
  /** What it does. */
  children: ReactNode;
}

function SettingSwitch({ form, name, children }: SettingSwitchProps) {
  const id = useId();
  return (
    <div>
      <Switch isOn={form.values[name]} onChange={(on) => form.change({ [name]: on })} describedBy={id}>
        {SETTING_NAMES[name]}
      </Switch>
      <p id={id} className="text-sm text-ink-soft sm:ml-14.5">
        {children}
        {isChanged(form, name) && ` Saved: ${form.saved[name] ? 'on' : 'off'}.`}
      </p>
    </div>
  );
}
