/** The choice which results a second person must approve. */
import type { Settings } from '../../../contract/settings.ts';
import { ChoiceCard } from '../forms/choice-card.tsx';
import { Panel } from '../widgets/panel.tsx';
import { SETTING_NAMES } from './setting-names.ts';

type Approval = Settings['approval'];

const CHOICES: Readonly<Record<Approval, { name: string; effect: string }>> = {
  off: { name: 'Off', effect: 'What one person enters, edits or corrects counts at once.' },
  entered: {
    name: 'Results entered by people',
    effect:
      'What one person enters, edits or corrects is public only after somebody else has approved it. Random drafts are published as before. Needs two active accounts.',
  },
};

interface ApprovalChoiceProps {
  chosen: Approval;
  saved: Approval;
  onChoose(approval: Approval): void;
}

export const ApprovalChoice = ({ chosen, saved, onChoose }: ApprovalChoiceProps) => (
  <Panel title={SETTING_NAMES.approval}>
    <fieldset>
      <legend className="sr-only">Results that need approval</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['off', 'entered'] as const).map((approval) => (
          <ChoiceCard
            key={approval}
            type="radio"
            name="approval"
            value={approval}
            label={CHOICES[approval].name}
            meaning={CHOICES[approval].effect}
            checked={chosen === approval}
            onChange={() => onChoose(approval)}
          />
        ))}
      </div>
    </fieldset>
    {chosen !== saved && (
      <p className="mt-2 text-sm text-ink-soft">
        Saved: {CHOICES[saved].name}.
        {chosen === 'entered' &&
          ' Drafts that were entered or edited before you save are published without approval.'}
        {chosen === 'off' && ' What waits for approval now must still be approved, rejected or edited.'}
      </p>
    )}
  </Panel>
);
