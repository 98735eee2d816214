/** The switches of the header: sound, dark mode and language. */
import { Link, useLocation } from 'react-router';
import { useI18n, useMessages } from '../i18n/i18n.tsx';
import { type Language, pagePath, pathIn } from '../i18n/language.ts';
import { usePreference } from '../preferences/preference.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { useTheme } from '../preferences/theme.ts';
import { MoonIcon, SoundOffIcon, SoundOnIcon, SunIcon } from './icons.tsx';

export const ICON_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:bg-ground hover:text-maroon';

export function SoundSwitch() {
  const { header } = useMessages();
  const { sound } = usePreferences();
  const isMuted = usePreference(sound) === 'off';
  return (
    <button
      type="button"
      className={`${ICON_BUTTON} script-only`}
      aria-pressed={!isMuted}
      aria-label={header.sound}
      title={header.sound}
      onClick={() => sound.write(isMuted ? 'on' : 'off')}
    >
      {isMuted ? <SoundOffIcon /> : <SoundOnIcon />}
    </button>
  );
}

/** The stylesheet selects the icon: it knows the theme before any script has run. */
export function ThemeSwitch() {
  const { header } = useMessages();
  const { theme, toggle } = useTheme();
  return (
    <button
      type="button"
      className={`${ICON_BUTTON} script-only`}
      aria-pressed={theme === 'dark'}
      aria-label={header.darkMode}
      title={header.darkMode}
      onClick={toggle}
    >
      <span className="dark:hidden">
        <MoonIcon />
      </span>
      <span className="hidden dark:block">
        <SunIcon />
      </span>
    </button>
  );
}

/** Each in its own script, so that those who need the language can read its name. */
const NAMES: Record<Language, string> = { en: 'English', ml: 'മലയാളം' };

export function LanguageSwitch() {
  const { language } = useI18n();
  const { pathname, search } = useLocation();
  const preference = usePreferences().language;
  const other = language === 'en' ? 'ml' : 'en';
  return (
    <Link
      to={pathIn(other, pagePath(pathname)) + search}
      lang={other}
      hrefLang={other}
      preventScrollReset
      onClick={() => preference.write(other)}
      className="grid h-11 min-w-11 shrink-0 place-items-center rounded-control px-2 font-semibold text-maroon transition-colors hover:bg-ground"
    >
      {NAMES[other]}
    </Link>
  );
}
