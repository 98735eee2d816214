/** What stands at the address of a screen that is not for the account which opened it. */
import { Link } from 'react-router';
import { ACTION } from '../../components/actions.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';

export function NotAllowed({ screen }: { screen: string }) {
  return (
    <>
      <ScreenTitle>{screen}</ScreenTitle>
      <EmptyState
        title="This screen is for Admins"
        text="Your account is an Editor’s, which may not use it. Ask an Admin if something here should change."
      >
        <Link to="/admin" className={ACTION}>
          Go to the dashboard
        </Link>
      </EmptyState>
    </>
  );
}
