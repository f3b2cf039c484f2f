import type { Person } from '#kit/actor.server.ts';
import { audit, writeAudit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { readSetting, writeSetting } from '#kit/settings/settings.server.ts';
import { type CheckDeps, setupChecks } from './checks.server.ts';
import { openingOf, setOpening } from './opening.server.ts';
import type { SetupCheck, SetupState } from './setup-state.ts';

/** Delivered defaults that were accepted, and by which owner. */
const confirmedKey = 'setup-confirmed';
type Confirmed = Record<string, { uid: string; at: string }>;

const confirmedIn = async (source: Database | Transaction): Promise<Confirmed> =>
  ((await readSetting(source, confirmedKey)) ?? {}) as Confirmed;

/** Steps from an empty installation to an open service. */
export const setup = (dependencies: CheckDeps) => {
  const { db, clock } = dependencies;

  async function state(source: Database | Transaction): Promise<SetupState> {
    const confirmed = await confirmedIn(source);
    const checks: SetupCheck[] = [];
    // Sequential, since they may share a transaction's connection.
    for (const { find, mayConfirm = false, ...check } of setupChecks) {
      const { isDone, help = check.help } = await find(source, dependencies);
      const isTaken = mayConfirm && check.id in confirmed;
      checks.push({ ...check, help, isDone: isDone || isTaken, mayConfirm });
    }
    return {
      isOpen: (await openingOf(source)).isOpen,
      isReady: checks.every(({ isRequired, isDone }) => isDone || !isRequired),
      checks,
    };
  }

  return {
    state: () => state(db),

    /** Accepts the delivered default for a check that allows it. */
    async confirm(actor: Person, id: string): Promise<SetupState> {
      if (!setupChecks.some((check) => check.id === id && check.mayConfirm)) {
        throw notFound('項目');
      }
      return transaction(db, async (tx) => {
        const at = clock();
        const confirmed = await confirmedIn(tx);
        if (!(id in confirmed)) {
          const own = { uid: actor.uid, at: at.toISOString() };
          await writeSetting(tx, confirmedKey, { ...confirmed, [id]: own });
          const subject = { subjectType: 'setup', subjectId: id };
          await writeAudit(tx, { actor, action: 'setup.approve', ...subject, at });
        }
        return state(tx);
      });
    },

    /** Opens or closes the service. Refuses to open while a required check is missing. */
    async setOpen(actor: Person, isOpen: boolean): Promise<SetupState> {
      return transaction(db, async (tx) => {
        const before = await state(tx);
        if (before.isOpen === isOpen) return before;
        if (isOpen && !before.isReady) {
          const missing = before.checks.filter((check) => check.isRequired && !check.isDone);
          throw refuse(
            'Conflict',
            `まだ開けません。残っている準備：${missing.map(({ label }) => label).join('、')}`,
          );
        }
        await setOpening(tx, isOpen);
        await audit(tx, actor, 'opening.change', ['setup', 'opening'], {
          at: clock(),
          from: isOpen ? '閉' : '開',
          to: isOpen ? '開' : '閉',
        });
        return { ...before, isOpen };
      });
    },
  };
};
