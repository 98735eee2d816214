/** The choice between the roles, with what each of them may do. */
import type { Role } from '../../../contract/users.ts';
import { LABEL } from '../../components/control-classes.ts';
import { ChoiceCard } from '../forms/choice-card.tsx';
import { ROLE_NAMES } from './role-names.ts';

const RIGHTS: Readonly<Record<Role, string>> = {
  editor: 'Draws, news, FAQs and contacts.',
  admin: 'Everything: users, timings, webhooks and backups as well.',
};

interface RoleChoiceProps {
  chosen: Role;
  onChoose(role: Role): void;
}

export const RoleChoice = ({ chosen, onChoose }: RoleChoiceProps) => (
  <fieldset>
    <legend className={LABEL}>Role</legend>
    <div className="grid gap-2 sm:grid-cols-2">
      {(['editor', 'admin'] as const).map((role) => (
        <ChoiceCard
          key={role}
          type="radio"
          name="role"
          value={role}
          label={ROLE_NAMES[role]}
          meaning={RIGHTS[role]}
          checked={chosen === role}
          onChange={() => onChoose(role)}
        />
      ))}
    </div>
  </fieldset>
);
