/** The buttons of the board: full screen (also key F), sound, and the way to the site. Hidden while nobody moves. */
import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from '../../components/icons.tsx';
import { SoundSwitch } from '../../components/switches.tsx';
import type { BoardMessages } from '../../i18n/en-board.ts';
import { usePathIn } from '../../i18n/i18n.tsx';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const isFullScreen = (): boolean => document.fullscreenElement !== null;

/** A refusal is not an error: the browser decides who may fill the screen. */
const toggleFullScreen = (): Promise<void> =>
  (isFullScreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});

function onKeyDown({ code, altKey, ctrlKey, metaKey, repeat }: KeyboardEvent): void {
  // By its place on the keyboard: a Malayalam keyboard has another letter there.
  if (code === 'KeyF' && !altKey && !ctrlKey && !metaKey && !repeat && document.fullscreenEnabled) {
    void toggleFullScreen();
  }
}

export function BoardControls({ texts }: { texts: BoardMessages }) {
  const pathTo = usePathIn();
  const isFull = useSyncExternalStore(subscribe, isFullScreen, () => false);
  const canFill = useSyncExternalStore(
    subscribe,
    () => document.fullscreenEnabled,
    () => true,
  );
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <nav aria-label={texts.title} className="board-controls">
      {canFill && (
        <button
          type="button"
          aria-keyshortcuts="F"
          onClick={() => void toggleFullScreen()}
          className="board-button script-only"
        >
          <Icon>
            <path
              d={isFull ? 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5' : 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'}
            />
          </Icon>
          {isFull ? texts.windowed : texts.fullScreen}
          <kbd>F</kbd>
        </button>
      )}
      <SoundSwitch />
      <a href={pathTo('/')} className="board-button">
        {texts.toSite}
      </a>
    </nav>
  );
}
