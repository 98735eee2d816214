/** The processor time of each kind of anonymous read, with a thousand draws and with a hundred thousand. */
import { SLOTS } from '../../src/core/slots.ts';
import { TODAY } from '../../tests/e2e/site-content.ts';
import { type Answer, type Client, connectFrom } from '../../tests/support/strangers.ts';
import type { Measurement } from '../measurement.ts';
import { processorTimeDuring } from '../process-figures.ts';
import { contentWith, FEW, MANY } from '../server/history.ts';
import { type BenchSite, startSite } from '../site.ts';
import { median } from '../statistics.ts';
import type { Assignment, Subject } from '../subject.ts';
import { formatNumber } from '../table.ts';
import { choose, READS, type Read } from './reads.ts';

/** A read that takes more milliseconds is named in its row. */
const DEAR = 5;
const WARM_UP = 5;
const FEWEST = 2;
/** All batches together then request no more than the days of the smaller site. */
const MOST = 30;
/** What follows a publication, such as messages to webhooks, is not measured. */
const SETTLE = 200;

export const cost: Subject = {
  name: 'cost',
  title: 'What an anonymous read costs',
  method: `The processor time of all threads of the server for one request, one after the other, on the embedded database. Each request is for another address, which is in no cache; where an address has to be requested again, a result is published or withdrawn before. Rows over ${DEAR} ms say so. Bytes are those of a response of the larger site as transferred.`,
  run: measureCosts,
};

class Side {
  #requests = 0;
  #isPublished = false;
  readonly #site: BenchSite;
  readonly #days: number;

  constructor(site: BenchSite, draws: number) {
    this.#site = site;
    this.#days = draws / SLOTS.length;
  }

  /** Milliseconds for each of the requests, and the last response. */
  async measure(
    { path, addresses, encoding = 'br' }: Read,
    count: number,
  ): Promise<{ each: number; last: Answer }> {
    if (addresses !== undefined) await this.#change();
    const client = connectFrom(this.#site.url, { from: '127.0.0.1', encoding });
    const answers: Answer[] = [];
    const time = await processorTimeDuring(this.#site.pid, async () => {
      for (let request = 0; request < count; request += 1) answers.push(await this.#request(client, path));
    });
    client.close();
    const last = answers.at(-1);
    if (!last) throw new Error('nothing was requested');
    return { each: time / count, last };
  }

  #request(client: Client, path: Read['path']): Promise<Answer> {
    this.#requests += 1;
    return client.get(path(choose({ today: TODAY, days: this.#days }, this.#requests)));
  }

  async #change(): Promise<void> {
    await this.#site.send(this.#isPublished ? this.#site.withdraw : this.#site.publish);
    this.#isPublished = !this.#isPublished;
    await Bun.sleep(SETTLE);
  }
}

async function measureCosts({ quick, progress }: Assignment): Promise<Measurement[]> {
  const [batches, target] = quick ? [1, 20] : [5, 100];
  progress(`writing ${MANY.toLocaleString('en')} draws`);
  await using fewSite = await startSite(contentWith(FEW));
  await using manySite = await startSite(contentWith(MANY));
  const [few, many] = [new Side(fewSite, FEW), new Side(manySite, MANY)];
  const measurements: Measurement[] = [];
  for (const read of Object.values<Read>(READS)) {
    const most = read.addresses ?? MOST;
    const [fewCount, manyCount] = [
      await countFor(few, read, { most, target }),
      await countFor(many, read, { most, target }),
    ];
    progress(`${read.name}: ${batches} × ${manyCount} requests, in turns with ${fewCount}`);
    const ours: number[] = [];
    const others: number[] = [];
    let answer: Answer | undefined;
    for (let batch = 0; batch < batches; batch += 1) {
      const { each, last } = await many.measure(read, manyCount);
      ours.push(each);
      answer = last;
      others.push((await few.measure(read, fewCount)).each);
    }
    measurements.push({
      name: read.name,
      unit: 'ms',
      ours,
      anchor: { name: '1,000 draws', samples: others },
      note: describe(answer, median(ours)),
    });
  }
  return measurements;
}

/** How many requests take the target, in milliseconds. */
async function countFor(
  side: Side,
  read: Read,
  { most, target }: { most: number; target: number },
): Promise<number> {
  const { each } = await side.measure(read, Math.min(most, WARM_UP));
  return Math.min(most, Math.max(FEWEST, Math.ceil(target / each)));
}

function describe(answer: Answer | undefined, milliseconds: number): string {
  const parts = [`${answer?.status}`, `${formatNumber(answer?.bytes ?? 0)} bytes`];
  return [...parts, ...(milliseconds > DEAR ? [`**over ${DEAR} ms**`] : [])].join(', ');
}
