/** One step of a check: its outcome, one sentence, and the figures behind it on demand. */
import type { StepName } from '../../../../core/public-log/draw-check.ts';
import type {
  CheckStep,
  FigureName,
  Figures,
  Outcome,
} from '../../../../core/public-log/draw-check-input.ts';
import { Emblem } from '../../../components/emblem.tsx';
import { CheckIcon, CloseIcon, Icon } from '../../../components/icons.tsx';
import { clockTime, dayOf, longDate } from '../../../i18n/dates.ts';
import type { DrawCheckMessages } from '../../../i18n/en-draw-check.ts';
import { useMessages } from '../../../i18n/i18n.tsx';

const NoteIcon = () => (
  <Icon>
    <path d="M6 12h12" />
  </Icon>
);

const LOOKS: Record<Outcome, { icon: React.ReactNode; circle: string; sentence: string }> = {
  passed: { icon: <CheckIcon />, circle: 'bg-palm text-on-strong', sentence: '' },
  noted: { icon: <NoteIcon />, circle: 'border-2 border-gold text-gold-ink', sentence: '' },
  failed: { icon: <CloseIcon />, circle: 'bg-ember text-on-strong', sentence: 'font-semibold text-ember' },
};

/** Instants in words, for the sentence. */
function useWords(figures: Figures): Figures {
  const messages = useMessages();
  const inWords = ([name, value]: [string, string]): [string, string] => {
    const isInstant = name.endsWith('At') && !Number.isNaN(Date.parse(value));
    return [name, isInstant ? `${longDate(dayOf(value), messages)}, ${clockTime(value)}` : value];
  };
  return Object.fromEntries(Object.entries(figures).map(inWords));
}

function FigureList({ figures, texts }: { figures: Figures; texts: DrawCheckMessages }) {
  const entries = Object.entries(figures) as [FigureName, string][];
  if (entries.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-maroon">
        {texts.figures}
      </summary>
      <dl className="grid gap-2 pb-2 text-sm">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt className="font-semibold">{texts.figureNames[name]}</dt>
            <dd lang="en" className="font-mono wrap-anywhere whitespace-pre-wrap text-ink-soft">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export interface CheckStepItemProps {
  name: StepName;
  number: number;
  texts: DrawCheckMessages;
  /** Null until its turn. */
  step: CheckStep | null;
  /** Null if it was not tried. */
  isRemembered: boolean | null;
}

export function CheckStepItem({ name, number, texts, step, isRemembered }: CheckStepItemProps) {
  const words = useWords(step?.figures ?? {});
  const look = step && LOOKS[step.outcome];
  const sentences: Record<string, (figures: Figures) => string> = texts.sentences[name];
  const sentence = step && sentences[step.finding]?.(words);
  return (
    <li data-outcome={step?.outcome} className="flex gap-4 px-4 py-4 sm:px-5">
      <span className={`mt-0.5 grid size-8 shrink-0 place-items-center rounded-full ${look?.circle ?? ''}`}>
        {look ? look.icon : <Emblem className="turn-slowly size-7 text-gold" />}
      </span>
      <div className="min-w-0 grow">
        <h3 className="text-base">
          {number}. {texts.steps[name]}
          {step && <span className="sr-only">: {texts.outcomes[step.outcome]}</span>}
        </h3>
        {step && (
          <div className="rise-in">
            <p className={look?.sentence}>{sentence}</p>
            {name === 'memory' && isRemembered !== null && (
              <p>{isRemembered ? texts.remembered : texts.notRemembered}</p>
            )}
            <FigureList figures={step.figures} texts={texts} />
          </div>
        )}
      </div>
    </li>
  );
}
