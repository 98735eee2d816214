/** Any admin address that has no screen. */
import { ScreenTitle } from './ui/screen-title.tsx';

export default function ComingSoon() {
  return (
    <>
      <ScreenTitle>Coming Soon</ScreenTitle>
      <p className="text-ink-soft">There is no screen at this address yet.</p>
    </>
  );
}
