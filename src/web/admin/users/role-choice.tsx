/** The choice between the roles, with what each of them may do. */
import type { Role } from '../../../contract/users.ts';
import { LABEL } from '../../components/control-classes.ts';
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
        <label
          key={role}
          className="flex cursor-pointer items-start gap-3 rounded-control border-2 border-thread bg-ground p-3 has-checked:border-maroon"
        >
          <input
            type="radio"
            name="role"
            value={role}
            checked={chosen === role}
            onChange={() => onChoose(role)}
            className="mt-1 size-5 shrink-0 accent-maroon"
          />
          <span>
            <span className="block font-semibold">{ROLE_NAMES[role]}</span>
            <span className="block text-sm text-ink-soft">{RIGHTS[role]}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
