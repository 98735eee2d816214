/** The first letter of a name as an avatar. */
export const Initial = ({ name }: { name: string }) => (
  <span
    aria-hidden="true"
    className="grid size-9 shrink-0 place-items-center rounded-full border-2 border-gold bg-ground text-base font-bold text-gold-ink"
  >
    {[...name.trim()][0]?.toUpperCase()}
  </span>
);
