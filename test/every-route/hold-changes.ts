import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { App } from '#kit/http/app.server.ts';
import { auditedChanges } from './audited-changes.ts';

type Done = { route: string; actions: ReadonlySet<string> };

/**
 * For test files named in the table of audited changes: records which audit rows each successful
 * change by a person wrote. At the file's end `expectRows` fails for a route that never wrote its
 * rows. Undefined in other files.
 */
export function changesHeldHere(pool: Pool) {
  const path = expect.getState().testPath ?? '';
  const file = Object.keys(auditedChanges).find((name) => path.endsWith(`/${name}`));
  const table = file && auditedChanges[file];
  if (!table) return undefined;
  const beginnings = new WeakMap<object, number>();
  const done: Done[] = [];

  async function lastRow(): Promise<number> {
    const { rows } = await pool.query<{ id: number }>(
      'select coalesce(max(id), 0)::float8 as id from audit_log',
    );
    return rows[0]?.id ?? 0;
  }

  return {
    watch(scope: App): void {
      const routeOf = ({ method, routeOptions }: Asked) => `${method} ${routeOptions.url}`;
      scope.addHook('preHandler', async (request) => {
        if (!(routeOf(request) in table)) return;
        // A test may have made the database unavailable.
        const beginning = await lastRow().catch(() => undefined);
        if (beginning !== undefined) beginnings.set(request, beginning);
      });
      scope.addHook('onSend', async (request, reply) => {
        const beginning = beginnings.get(request);
        if (beginning === undefined || reply.statusCode >= 300) return;
        if (request.actor.kind !== 'person') return;
        const { rows } = await pool.query<{ action: string }>(
          'select action from audit_log where id > $1 and actor_uid = $2',
          [beginning, request.actor.uid],
        );
        const actions = new Set(rows.map(({ action }) => action));
        done.push({ route: routeOf(request), actions });
      });
    },
    expectRows(): void {
      // Some only repeat a request with the same key, or do a dry run: one success per route is enough.
      const unrecorded = Object.entries(table).filter(([route, rows]) => {
        const ofRoute = done.filter((one) => one.route === route);
        return ofRoute.length > 0 && !ofRoute.some(({ actions }) => isRecorded(actions, rows));
      });
      expect(unrecorded, 'changes that wrote no row of theirs').toEqual([]);
    },
  };
}

type Asked = { method: string; routeOptions: { url?: string } };

/** Whether all actions of one alternative were written. */
const isRecorded = (actions: ReadonlySet<string>, rows: string) =>
  rows
    .split(' | ')
    .some((alternative) => alternative.split(' + ').every((action) => actions.has(action)));
