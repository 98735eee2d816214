/** The ⋮ button of a row with the menu of its further actions. */
import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useRef } from 'react';
import { ICON_BUTTON } from '../../components/switches.tsx';
import { MoreIcon } from './panel-icons.tsx';

export function MoreMenu({ name, children }: { name: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Menu.Root>
        <Menu.Trigger aria-label={`More for ${name}`} className={ICON_BUTTON}>
          <MoreIcon />
        </Menu.Trigger>
        {/* Inside the list, where those who go from landmark to landmark find it. */}
        <Menu.Portal container={place}>
          <Menu.Positioner side="bottom" align="end" sideOffset={4} className="z-40">
            <Menu.Popup className="thread-edge min-w-56 rounded-card bg-cloth p-1.5 text-ink shadow-card transition-opacity duration-150 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
              {children}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}

export const MoreMenuItem = ({ onChoose, children }: { onChoose(): void; children: ReactNode }) => (
  <Menu.Item
    onClick={onChoose}
    className="flex min-h-11 cursor-pointer items-center rounded-control px-3 font-semibold outline-none select-none data-highlighted:bg-maroon data-highlighted:text-on-strong"
  >
    {children}
  </Menu.Item>
);
