/** The 404 of the panel: any admin address without a screen. */
import { Link } from 'react-router';
import { ACTION } from '../components/control-classes.ts';
import { Emblem } from '../components/emblem.tsx';
import { ScreenTitle } from './widgets/screen-title.tsx';

export default function AdminNotFound() {
  return (
    <>
      <ScreenTitle>Coming Soon</ScreenTitle>
      <div className="thread-edge grid justify-items-center gap-4 rounded-card bg-cloth px-6 py-14 text-center">
        <Emblem className="turn-slowly size-24 text-gold" />
        <p className="text-ink-soft">There is no screen at this address yet.</p>
        <Link to="/admin" className={`${ACTION} hover:bg-ground`}>
          Go to the dashboard
        </Link>
      </div>
    </>
  );
}
