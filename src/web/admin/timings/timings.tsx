/** The timings screen: settings, today's drafts and backups. */

import { Backups } from '../backups/backups.tsx';
import { CreateDrafts } from '../draws/create-drafts.tsx';
import { Panel } from '../widgets/panel.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { SettingsForm } from './settings-form.tsx';

export default function TimingsScreen() {
  return (
    <>
      <ScreenTitle>Timings</ScreenTitle>
      <div className="space-y-4">
        <SettingsForm />
        <Panel title="Drafts of today" actions={<CreateDrafts />}>
          <p className="text-ink-soft">
            Makes a draft with random digits for each of today’s five slots that has no draw. What is there
            already stays as it is.
          </p>
        </Panel>
        <Backups limit={10} />
      </div>
    </>
  );
}
