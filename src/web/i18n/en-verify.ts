/** English messages of the page about the public log, which no other page loads. */
import { PRODUCT_NAME } from '../../core/branding.ts';

export const enVerify = {
  title: `Check our results yourself · ${PRODUCT_NAME}`,
  description: `How every ${PRODUCT_NAME} result can be checked: the public log, what it proves and what not, and the record of the last seven days.`,
  here: 'How to verify',
  heading: 'You need not believe us',
  intro:
    'Every result, and every change of one, is in a public log that anyone can read and nobody can rewrite unseen. This page says how that works, what it proves, and how you can check it.',
  notOfficial: 'The log shows what this site did. It does not make its digits an official result.',
  how: 'How it works',
  steps: [
    {
      title: 'The day before, a promise',
      text: 'For each draw of the next day the server picks a secret random number, the seed, and writes its fingerprint into the log. It cannot use another seed after that.',
    },
    {
      title: 'In the morning, a number from outside',
      text: 'A public beacon, run by independent organisations, publishes a random number that nobody can know before.',
    },
    {
      title: 'Both together give the digits',
      text: 'The five digits are computed from the seed and the number of the beacon. Nobody can choose them.',
    },
    {
      title: 'At publication, the secret is opened',
      text: 'The log gets the result with its seed. Anyone can now compare the fingerprint and compute the digits again.',
    },
    {
      title: 'Nothing disappears',
      text: 'What staff enter, change, correct or withdraw is an entry of its own. A seed is opened even if its digits were not used.',
    },
  ],
  ownBeaconStep: {
    title: 'In the morning, another number',
    text: 'A beacon publishes a random number. This site runs the beacon, so it could know the number before.',
  },
  proven: 'What it proves',
  provenPoints: [
    'Nobody chose the digits of a result that is marked “Provably random”.',
    'No digits were thrown away unseen: the log also shows those that were not used.',
    'Nothing was changed unseen. An entry that is changed or removed breaks the log for everyone who remembers an earlier state.',
  ],
  notProven: 'What it does not prove',
  notProvenPoints: [
    'That a result is official. The log does not know what any authority announced.',
    'That its times are right. That a promise came before the beacon is certain only to those who keep a checkpoint from before.',
    'Digits marked “Fixed beforehand”: without the beacon the site could have known them.',
    'Digits that staff entered: only that they did not change after that.',
    'Results from before the log, or imported ones: how their digits came to be is not known.',
    'What was added after a backup and lost when the site was restored from it.',
    'That everyone is shown the same log. Compare checkpoints with other people, or from another network.',
  ],
  check: 'Check it yourself',
  inBrowser: 'One result, in your browser',
  inBrowserText:
    'Open a result and choose “Check it in my browser”. Your own device then computes everything and remembers the log for your next visit.',
  toResults: 'Choose a result',
  everything: 'Everything, with our auditor',
  everythingText:
    'From a copy of the program of this site. It reads the whole log, computes every result, and compares the log with the state that it remembers from its last run.',
  key: 'The key of the log',
  keyText: 'Every checkpoint is signed with it. It changes only when a new log begins, so keep it.',
  openKey: 'Open the key',
  checkpoint: 'The checkpoint',
  checkpointText: (entries: number, time: string) =>
    `The signed state of the log: ${entries} entries, the last one of ${time}. Keep it to compare it with a later one.`,
  openCheckpoint: 'Open the newest checkpoint',
  copy: 'Copy',
  copied: 'Copied',
  notOpen: 'The public log is just being opened. Please try again in a moment.',
  record: 'The last seven days',
  recordText:
    'What the log says about each day. Results that are provably random are only counted; everything else has a line of its own. All times are IST.',
  allRandom: (results: number) =>
    results === 1 ? '1 result, provably random' : `${results} results, all provably random`,
  random: (results: number) =>
    results === 1 ? '1 result was provably random' : `${results} results were provably random`,
  adopted: (results: number) =>
    results === 1
      ? '1 result was taken over: it was public before the log, or was imported'
      : `${results} results were taken over: they were public before the log, or were imported`,
  noResults: 'No result was published',
  noEntries: 'The log has no entries of these days.',
  cut: 'These days have too many entries for this page: the older ones are left out here. The log has all of them.',
  labels: {
    fixed: 'Fixed beforehand',
    entered: 'Entered by staff',
    edited: 'Changed by staff before publication',
    unused: 'Random digits not used',
    corrected: 'Corrected',
    withdrawn: 'Withdrawn',
    republished: 'Published again',
    'missing-beacon': 'Beacon not reached',
    began: 'The log began',
    continued: 'A new log began',
  },
  fixed: {
    'missing-beacon': 'The beacon was not reached: the seed alone gave the digits.',
    'no-round': 'The day was committed without the beacon: the seed alone gave the digits.',
  },
  entered: 'Staff entered these digits. The log shows only that they did not change after that.',
  edited: 'Staff changed the random draft before it was published.',
  unusedWere: (digits: string) => `The random digits would have been ${digits}.`,
  unused: 'No result was published with these digits.',
  publishedLater:
    'The result was not yet published 23 hours after the draw, so its digits were opened. It was published later.',
  onlyPlace: 'The digits stayed the same. The draw number, date or time was corrected:',
  alsoPlace: 'The draw number, date or time was corrected as well:',
  withdrawn: {
    unpublished: 'Was public, and was withdrawn by staff.',
    deleted: 'Was public, and was deleted by staff.',
    'before the log': 'Had been withdrawn before this log began.',
  },
  andMore: (draws: number) => `and ${draws} more`,
  republished: 'Had been withdrawn, and is public again.',
  missingBeacon: (date: string) =>
    `No random number came from the beacon for ${date}. The random results of that day are fixed beforehand.`,
  began: 'What was public before is recorded from here on.',
  continued: (entries: number) =>
    `The site was restored from a backup. The former log had ${entries} entries in that backup:`,
};

export type VerifyMessages = typeof enVerify;
