/** English messages of the check in the browser, which is loaded on demand. */
import type { DrawReport, StepName } from '../../core/public-log/draw-check.ts';
import type { CheckStep, FigureName, Figures, Outcome } from '../../core/public-log/draw-check-input.ts';

/** For every step, a sentence for everything that it can find. */
type Sentences = {
  [Step in StepName]: Record<
    DrawReport[Step] extends CheckStep<infer Finding> ? Finding : never,
    (figures: Figures) => string
  >;
};

const ADOPTED =
  'This result was public before this log began, or was imported. How its digits came to be is not proven.';
const NO_RESULT = 'The log has no entry that publishes this result.';
const UNKNOWN_BEACON = 'The commitment names a beacon that this page does not know.';

const sentences: Sentences = {
  commitment: {
    'before the beacon': ({ position, committedAt, roundAt }) =>
      `The commitment to the secret seed is entry ${position} of the log. By the log’s own time it was made on ${committedAt}, before the beacon’s round of ${roundAt}.`,
    'seen before the beacon': ({ seenAt, roundAt }) =>
      `This browser saw the log with this commitment on ${seenAt}, before the beacon’s round of ${roundAt}.`,
    'without a beacon': ({ committedAt }) =>
      `The seed was committed on ${committedAt}, without a beacon. These digits were fixed beforehand: the site could have known them.`,
    'repeated after a restore': () =>
      'The site was restored from a backup after the beacon’s round. The commitment was repeated in the new log, which does not show that it was made before the round.',
    'after the beacon': ({ committedAt, roundAt }) =>
      `The commitment was made on ${committedAt}, after the beacon’s round of ${roundAt}. The digits could have been chosen.`,
    'unknown beacon': () => UNKNOWN_BEACON,
    'entered by staff': ({ sealedAt }) =>
      `Staff typed these digits: they were not drawn.${sealedAt ? ` They were sealed in the log on ${sealedAt}.` : ''}`,
    'no commitment': () => 'The log has no commitment for this draw from before its result.',
    adopted: () => ADOPTED,
    'no result': () => NO_RESULT,
  },
  beacon: {
    genuine: ({ round }) =>
      `The signature of round ${round} is genuine. It is from drand, a public beacon that independent organisations run together.`,
    'genuine of this site': ({ round }) =>
      `The signature of round ${round} is genuine. This site runs the beacon, so it could have known the round before.`,
    'without a beacon': () => 'No beacon took part in this draw.',
    'beacon missing': ({ round }) =>
      `Round ${round} could not be reached in time, and the log says so. The digits follow from the seed alone: the site could have known them.`,
    'signature missing': () =>
      'The signature of the beacon’s round is missing, and the log does not say that the beacon could not be reached.',
    'signature false': ({ round }) => `The signature of round ${round} is false.`,
    'unknown beacon': () => UNKNOWN_BEACON,
    'entered by staff': () => 'No beacon took part: staff typed these digits.',
    'no commitment': () => 'Without a commitment there is no round to check.',
    adopted: () => ADOPTED,
    'no result': () => NO_RESULT,
  },
  digits: {
    follow: ({ computedDigits }) =>
      `The seed is the one that was committed. Seed and beacon give ${computedDigits}.`,
    'follow from the seed': ({ computedDigits }) =>
      `The seed is the one that was committed. It gives ${computedDigits}.`,
    'corrected later': ({ computedDigits, sealedDigits, digits }) =>
      `${sealedDigits ? `Staff sealed and published ${sealedDigits}` : `The draw gave ${computedDigits}`}. Staff corrected the published result to ${digits}.`,
    'moved later': ({ publishedFor }) =>
      `These digits were published for ${publishedFor}. Staff corrected number, date or time of the result.`,
    'seal opens': ({ digits, unusedDigits }) =>
      `Staff sealed ${digits}, and this is what was published.${unusedDigits ? ` The draw would have given ${unusedDigits}.` : ''}`,
    'seed differs': () => 'The opened seed is not the one that was committed.',
    'digits differ': ({ computedDigits, digits }) =>
      `The draw gives ${computedDigits}, but ${digits} is shown.`,
    'seal differs': () => 'The digits are not the ones that staff sealed.',
    'no commitment': () => 'Without a commitment there is no seed to check.',
    adopted: () => ADOPTED,
    'no result': () => NO_RESULT,
  },
  log: {
    unchanged: ({ size }) =>
      `All entries about this draw are in the signed log of ${size} entries, and they say what this page shows.`,
    corrected: ({ size }) =>
      `The result and its corrections are in the signed log of ${size} entries, and they say what this page shows.`,
    'not signed': () => 'The record of the log is not signed with the log’s key.',
    'not in the log': () => 'The site sent an entry that is not in the signed log.',
    'no entry': () => 'The log has no entry about this draw.',
    'breaks a rule': ({ rule }) => `An entry breaks a rule of the log: ${rule}`,
    'opened late': () =>
      'The seed that was committed for this draw was opened more than 24 hours after the draw. The rules of the log do not allow that.',
    'not public': () => 'By the log, this draw is not public.',
    differs: ({ published, inLog }) =>
      `This page shows something else than the log: ${published} instead of ${inLog}.`,
  },
  memory: {
    'first visit': () => 'This is the first check in this browser: there is nothing to compare with yet.',
    contained: ({ rememberedSize }) =>
      `The log still begins with the ${rememberedSize} entries that this browser saw before.`,
    restored: () =>
      'The site was restored from a backup, and a new log began. What this browser remembered cannot be compared with it.',
    'not signed': () => 'The record of the log is not signed, so it cannot be compared.',
    'other key': () => 'The log is signed with another key than the one that this browser remembers.',
    'other log': ({ rememberedLog, log }) =>
      `This browser remembers the log ${rememberedLog}, which ${log} does not continue.`,
    shorter: ({ size, rememberedSize }) =>
      `The log has ${size} entries, but this browser has seen ${rememberedSize}. Entries were removed.`,
    rewritten: ({ rememberedSize }) =>
      `The first ${rememberedSize} entries are not the ones that this browser saw. The history was rewritten.`,
  },
};

const steps: Record<StepName, string> = {
  commitment: 'The commitment came before the beacon',
  beacon: 'The beacon’s signature is genuine',
  digits: 'Seed and beacon give these digits',
  log: 'The result is in the log, unchanged',
  memory: 'The log still contains what this browser saw',
};

const outcomes: Record<Outcome, string> = { passed: 'passed', noted: 'not proven', failed: 'failed' };

const figureNames: Record<FigureName, string> = {
  position: 'Position in the log',
  commit: 'Commitment',
  committedAt: 'Time of the commitment (UTC)',
  chain: 'Chain of the beacon',
  round: 'Round',
  roundAt: 'Time of the round (UTC)',
  seenAt: 'Seen by this browser (UTC)',
  publicKey: 'Public key of the beacon',
  signature: 'Signature of the round',
  seed: 'Seed',
  computedCommit: 'Commitment computed from the seed',
  computedDigits: 'Computed digits',
  sealedDigits: 'Sealed digits',
  publishedFor: 'First published for',
  digits: 'Digits',
  unusedDigits: 'Digits that were not used',
  salt: 'Salt',
  seal: 'Seal in the log',
  computedSeal: 'Computed seal',
  sealedAt: 'Time of the seal (UTC)',
  publishedAt: 'Time of publication (UTC)',
  log: 'Log',
  size: 'Entries',
  root: 'Root hash',
  entries: 'Entries about this draw',
  rule: 'Rule',
  field: 'Field',
  published: 'Shown on this page',
  inLog: 'In the log',
  rememberedLog: 'Remembered log',
  rememberedSize: 'Remembered entries',
  rememberedRoot: 'Remembered root hash',
};

export const enDrawCheck = {
  sentences,
  steps,
  outcomes,
  figureNames,
  states: {
    running: 'Your browser is checking…',
    unsupported:
      'This browser cannot check the result: it needs a newer version, or a secure connection (https).',
    unreachable: 'No connection: the result could not be checked. Please try again.',
    unavailable: 'The site does not send proofs at the moment. Please try again later.',
    unreadable: 'The site did not send a proof that can be read. Please try again.',
  },
  passed: 'All five checks passed.',
  noted: 'Nothing wrong was found. What this result does not prove is marked with a dash.',
  failed: (failures: number) => (failures === 1 ? 'One check failed.' : `${failures} checks failed.`),
  figures: 'Figures',
  again: 'Check again',
  remembered: 'This browser remembers the record of the log: the next check compares with it.',
  notRemembered: 'This browser does not allow the site to store anything, so it cannot remember the record.',
  notProven: 'What this does not prove',
  limits: [
    'It does not make this an official result. The log shows what this site did, not what any authority announced.',
    'The times in the log are its own word. They are proven only to those who saw the log before the beacon’s round.',
    'The code of this check comes from this site too. The auditor’s command checks the whole log without it.',
    'The site could show other people another log. Compare your record with theirs.',
  ],
  more: 'How results are verified',
};

export type DrawCheckMessages = typeof enDrawCheck;
