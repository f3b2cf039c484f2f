import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { ApplicationState } from '#domain/applications/application-state.ts';
import {
  type PromisedDays,
  type PromisedStep,
  promiseOf,
} from '#domain/promised-days/promised-days.ts';
import { addDays, startOfJstDay } from '#domain/values/timestamp.ts';
import { applications } from '#server/db/schema/applications.ts';

/** The applications that are past what was promised of a step: as `promisedDay` says it, for the database. */
export function overdueIn(step: PromisedStep, days: PromisedDays, today: string): SQL | undefined {
  const states = Object.entries(promiseOf) as [ApplicationState, PromisedStep][];
  const state = states.find(([, of]) => of === step)?.[0] ?? '';
  return and(
    eq(applications.state, state),
    lt(applications.stateChangedAt, startOfJstDay(addDays(today, -days[step]))),
    step === 'kit'
      ? and(
          eq(applications.needsKit, true),
          or(isNull(applications.deliveryDate), lt(applications.deliveryDate, today)),
        )
      : undefined,
  );
}

/** The applications that are past any promise. */
export const overdue = (days: PromisedDays, today: string): SQL | undefined =>
  or(
    overdueIn('kit', days, today),
    overdueIn('appraisal', days, today),
    overdueIn('remittance', days, today),
  );
