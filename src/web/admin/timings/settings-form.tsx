/** The settings: what each does in words, what is saved beside what was changed, Reset and Save Changes. */
import { type Settings, settingsSchema } from '../../../contract/settings.ts';
import { MAX_PUBLISH_DELAY_MINUTES } from '../../../core/schedule.ts';
import { timeLabel } from '../../../core/slots.ts';
import { ACTION, MAIN_ACTION } from '../../components/actions.ts';
import { TextField } from '../forms/field.tsx';
import { ListSkeleton, LoadProblem } from '../lists/query-state.tsx';
import { Alert } from '../widgets/alert.tsx';
import { Panel } from '../widgets/panel.tsx';
import { ScheduleGrid } from './schedule-grid.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { changedElsewhere, type SettingName, settingsIn, valuesIn } from './settings-draft.ts';
import { useSettingsForm } from './use-settings-form.ts';

const NAMES: Record<SettingName, string> = {
  autoPublish: 'Publish automatically',
  publishDelay: 'Publication delay',
  generateTime: 'Drafts are made at',
  enableNotifications: 'Notifications',
  maintenanceMode: 'Maintenance mode',
};

const delaySchema = settingsSchema.shape.publishDelay;

export function SettingsForm() {
  const settings = useSettingsForm();
  const { saved, loadError, refetch } = settings;
  return (
    <>
      {loadError && <LoadProblem hasData={saved !== undefined} onRetry={refetch} />}
      {!saved && !loadError && <ListSkeleton label="Loading the settings" rows={4} />}
      {saved && <Fields {...settings} saved={saved} />}
    </>
  );
}

type FieldsProps = Omit<ReturnType<typeof useSettingsForm>, 'saved'> & { saved: Settings };

function Fields({ saved, draft, problem, isSaving, form, change, reset, submit }: FieldsProps) {
  const values = valuesIn(saved, draft);
  const wanted = settingsIn(saved, draft);
  const delay = delaySchema.safeParse(wanted.publishDelay);
  const fields = problem?.fields ?? {};
  const isAboutFields = Object.keys(fields).length > 0;
  const theirs = changedElsewhere(saved, draft);
  const isChanged = (name: SettingName) => draft !== null && name in draft.changes;
  const switchFor = (name: 'autoPublish' | 'enableNotifications' | 'maintenanceMode') => ({
    name: NAMES[name],
    isOn: values[name],
    saved: isChanged(name) ? saved[name] : undefined,
    onChange: (on: boolean) => change({ [name]: on }),
  });
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={isSaving} className="space-y-4">
      <Panel title="Draw schedule">
        <ScheduleGrid delay={delay.success ? delay.data : saved.publishDelay} />
        <div className="mt-5 grid gap-4 sm:grid-cols-2">
          <TextField
            label={`${NAMES.publishDelay} (minutes)`}
            name="publishDelay"
            type="number"
            inputMode="numeric"
            min={0}
            max={MAX_PUBLISH_DELAY_MINUTES}
            value={values.publishDelay}
            onChange={(event) => change({ publishDelay: event.currentTarget.value })}
            error={fields['publishDelay']}
            hint={`From the draw to its result, 0 to ${MAX_PUBLISH_DELAY_MINUTES}. So long a draw is live on the public site.${isChanged('publishDelay') ? ` Saved: ${saved.publishDelay}.` : ''}`}
          />
          <TextField
            label={NAMES.generateTime}
            name="generateTime"
            type="time"
            value={values.generateTime}
            onChange={(event) => change({ generateTime: event.currentTarget.value })}
            error={fields['generateTime']}
            hint={`In IST, every day: five drafts with random digits, if the day has no draw yet.${isChanged('generateTime') ? ` Saved: ${timeLabel(saved.generateTime)}.` : ''}`}
          />
        </div>
      </Panel>
      <Panel title="Switches">
        <div className="space-y-4">
          <SettingSwitch {...switchFor('autoPublish')}>
            On: each draft is published by itself when its delay is over, unless it is on hold. Off: results
            come out only when somebody publishes them.
          </SettingSwitch>
          <SettingSwitch {...switchFor('enableNotifications')}>
            Does nothing yet: whether on or off, nobody is notified of a result. The choice is kept for when
            the system can.
          </SettingSwitch>
          <SettingSwitch {...switchFor('maintenanceMode')}>
            On: visitors see a maintenance page and the public API answers that it will be back. This panel
            goes on working, and so do the draws.
          </SettingSwitch>
        </div>
      </Panel>
      {problem && !isAboutFields && <Alert>{problem.text}</Alert>}
      <p role="status" className="font-semibold text-ember empty:hidden">
        {theirs.length > 0 &&
          !isSaving &&
          `Someone else has just changed: ${theirs.map((name) => NAMES[name]).join(', ')}. Your changes are still here.`}
      </p>
      {draft && (
        <div className="kasavu-edge sticky bottom-4 z-10 flex flex-wrap items-center justify-end gap-3 rounded-card bg-cloth p-4">
          <p className="grow font-semibold">You have unsaved changes.</p>
          <button type="button" className={ACTION} onClick={reset}>
            Reset
          </button>
          <button
            type="submit"
            aria-disabled={isSaving}
            className={`${MAIN_ACTION} aria-disabled:opacity-60`}
          >
            {isSaving ? 'Saving…' : 'Save Changes'}
          </button>
        </div>
      )}
    </form>
  );
}
