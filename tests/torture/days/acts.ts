/** What staff and visitors do in the simulation; each act states its expected result. */
import type { Settings } from '../../../src/contract/settings.ts';
import { receiveContact } from '../../../src/server/services/content/contacts.ts';
import { createArticle } from '../../../src/server/services/content/news.ts';
import type { ServiceContext } from '../../../src/server/services/context.ts';
import { saveSettings } from '../../../src/server/services/settings.ts';
import { EDITOR } from '../../server/services-context.ts';
import type { Random } from '../random.ts';
import { fillDrafts, redraft } from './draft-acts.ts';
import { create, discard, edit, hold, importFile, publish, release, remove, withdraw } from './draw-acts.ts';
import { type Expectation, expectRecord, NOTHING, refuse } from './expectation.ts';
import type { SiteModel } from './site-model.ts';

export interface Act {
  name: string;
  /** The details, for the trace. */
  text: string;
  run(services: ServiceContext): Promise<unknown>;
  /** Called at the instant of the act, with the state before it. */
  expect(model: SiteModel, now: number): Expectation;
}

/** What a person knows before an act. */
export interface Situation {
  random: Random;
  today: string;
  model: SiteModel;
}

const KINDS = [
  ...Array.from({ length: 4 }, () => create),
  ...Array.from({ length: 5 }, () => edit),
  ...Array.from({ length: 3 }, () => publish),
  ...Array.from({ length: 4 }, () => withdraw),
  ...Array.from({ length: 2 }, () => hold),
  ...Array.from({ length: 3 }, () => release),
  ...Array.from({ length: 2 }, () => remove),
  ...Array.from({ length: 3 }, () => discard),
  ...Array.from({ length: 2 }, () => fillDrafts),
  ...Array.from({ length: 4 }, () => changeSettings),
  importFile,
  sendMessage,
  writeArticle,
] as const;

export function chooseAct(situation: Situation): Act {
  const { random } = situation;
  const kind = random.pick(KINDS as unknown as [typeof create]);
  // Often, because the seed of a deleted draft is opened soon: then it cannot be created again.
  return (random.chance(0.5) && redraft(situation)) || kind(situation);
}

function changeSettings({ random, model }: Situation): Act {
  const change = random.pick<Partial<Settings>>([
    { publishDelay: random.integer(0, 60) },
    { publishDelay: random.integer(0, 60) },
    { generateTime: `${String(random.integer(0, 23)).padStart(2, '0')}:${random.pick(['00', '07', '30'])}` },
    // More often on than off, because the simulation is about automation.
    { autoPublish: random.chance(0.85) },
    { publishGenerated: random.chance(0.75) },
    { maintenanceMode: random.chance(0.5) },
  ]);
  const settings = { ...model.settings, ...change };
  const version = model.settingsVersion - (random.chance(0.1) ? 1 : 0);
  const expectedEtag = random.pick([undefined, `"${version}"`]);
  return {
    name: 'change settings',
    text: `${JSON.stringify(change)} if ${expectedEtag ?? 'any'}`,
    run: (services) => saveSettings(services, { settings, expectedEtag }, EDITOR),
    expect(now) {
      if (expectedEtag !== undefined && expectedEtag !== `"${now.settingsVersion}"`) return refuse('stale');
      if (JSON.stringify(now.settings) === JSON.stringify(settings)) return NOTHING;
      return expectRecord({ action: 'Changed settings', target: 'Settings', settings });
    },
  };
}

function sendMessage({ random }: Situation): Act {
  const key = `message ${random.integer(0, 999_999)}`;
  const form = { name: 'Ravi', phone: '+91 98470 00000', email: '', message: key, consent: true as const };
  const mail = { subject: 'A message', text: 'A visitor wrote.', html: null };
  const mails = { notice: () => mail, summary: () => mail };
  return {
    name: 'send message',
    text: key,
    run: (services) =>
      receiveContact(services, form, { network: key, wideNetwork: key, mails, idempotencyKey: key }),
    expect: () => expectRecord({ action: 'Received message', target: null, created: 'contacts' }),
  };
}

function writeArticle({ random }: Situation): Act {
  const key = `article ${random.integer(0, 999_999)}`;
  const article = { title: key, body: 'Today’s results.', author: 'Meera' };
  return {
    name: 'write article',
    text: key,
    run: (services) => createArticle(services, article, EDITOR, key),
    expect: () => expectRecord({ action: 'Created article', target: key, created: 'articles' }),
  };
}
