/**
 * Better Auth can only read the machine's clock. On nodes that follow the database's clock, this Kysely plugin shifts
 * the times in its queries and results, so that all nodes agree on when a session ends.
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

/** Ignores differences under a second, so that a stored time is read back unchanged. */
function measureOffset(from: Clock, to: Clock): () => number {
  let offset = 0;
  return () => {
    const measured = to.now() - from.now();
    if (Math.abs(measured - offset) > SECOND) offset = measured;
    return offset;
  };
}

const shiftDate = (value: unknown, milliseconds: number): unknown =>
  value instanceof Date ? new Date(value.getTime() + milliseconds) : value;

class DateShifter extends OperationNodeTransformer {
  readonly #offset: () => number;

  constructor(offset: () => number) {
    super();
    this.#offset = offset;
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: shiftDate(node.value, this.#offset()) };
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map((value) => shiftDate(value, this.#offset())) };
  }
}

/** For queries with times of the machine's clock on tables with times of the server's clock. */
export function translateTimes({ machine, server }: { machine: Clock; server: Clock }): KyselyPlugin {
  const offset = measureOffset(machine, server);
  const shifter = new DateShifter(offset);
  return {
    transformQuery: ({ node, queryId }): RootOperationNode => shifter.transformNode(node, queryId),
    async transformResult({ result }): Promise<QueryResult<UnknownRow>> {
      const shiftRow = (row: UnknownRow): UnknownRow =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shiftDate(value, -offset())]));
      return { ...result, rows: result.rows.map(shiftRow) };
    },
  };
}
