/**
 * Better Auth reads the machine's clock and no other. On nodes that follow the database's clock its times are translated
 * on their way to the database and back, so that all nodes agree on when a session ends.
 */
import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
  type ValueNode,
} from 'kysely';
import { SECOND } from '../../core/ist-time.ts';
import type { Clock } from '../clock.ts';

/** From one clock to the other. It changes only with a real difference: a time that is written reads the same again. */
function measureDistance(from: Clock, to: Clock): () => number {
  let distance = 0;
  return () => {
    const measured = to.now() - from.now();
    if (Math.abs(measured - distance) > SECOND) distance = measured;
    return distance;
  };
}

const moveDate = (value: unknown, milliseconds: number): unknown =>
  value instanceof Date ? new Date(value.getTime() + milliseconds) : value;

class DateMover extends OperationNodeTransformer {
  readonly #distance: () => number;

  constructor(distance: () => number) {
    super();
    this.#distance = distance;
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: moveDate(node.value, this.#distance()) };
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map((value) => moveDate(value, this.#distance())) };
  }
}

/** For queries by someone who goes by the machine's clock, on tables that go by the server's. */
export function translateTimes({ machine, server }: { machine: Clock; server: Clock }): KyselyPlugin {
  const distance = measureDistance(machine, server);
  const mover = new DateMover(distance);
  return {
    transformQuery: ({ node, queryId }): RootOperationNode => mover.transformNode(node, queryId),
    async transformResult({ result }): Promise<QueryResult<UnknownRow>> {
      const moveRow = (row: UnknownRow): UnknownRow =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, moveDate(value, -distance())]));
      return { ...result, rows: result.rows.map(moveRow) };
    },
  };
}
