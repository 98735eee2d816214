/** The loading indicator for a whole screen. */
import { Emblem } from '../../components/emblem.tsx';

export function Waiting({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center">
      <Emblem className="turn-slowly size-16 text-gold" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
