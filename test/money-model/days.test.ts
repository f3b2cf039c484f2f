import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { isLongForm } from '#test/form.ts';
import * as books from './book-steps.ts';
import type { Day } from './day.ts';
import * as gifts from './gift-steps.ts';
import { openHouse } from './house.ts';
import { demandInvariants } from './invariants.ts';
import * as papers from './paper-steps.ts';
import * as restores from './restore-steps.ts';
import * as runs from './run-steps.ts';
import type { Step } from './steps.ts';

/** Another seed, more steps, and the path of a failure, as its message tells it: docs/robustness.md. */
const { MONEY_SEED = '51', MONEY_STEPS, MONEY_PATH = '', MONEY_SHRINK = '' } = process.env;
const asked = Number(MONEY_STEPS ?? (isLongForm ? 300 : 120));
/** Days of any length up to it: half of it on the average. */
const mostSteps = asked > 1_000 ? 120 : 50;
const numRuns = Math.ceil((2.2 * asked) / mostSteps);
/** Steps from one look at everything to the next; a day ends with one, too. */
const stepsBetweenLooks = isLongForm || asked >= 1_000 ? 1 : 8;

const model = await openHouse();
afterAll(model.stop);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: gifts.give, weight: 8 },
  { arbitrary: runs.forward, weight: 10 },
  { arbitrary: runs.confirm, weight: 6 },
  { arbitrary: books.timePasses, weight: 4 },
  { arbitrary: gifts.correct, weight: 5 },
  { arbitrary: papers.askForPaper, weight: 6 },
  { arbitrary: papers.repeatPaper, weight: 3 },
  { arbitrary: books.payOut, weight: 6 },
  { arbitrary: books.closeMonth, weight: 5 },
  { arbitrary: restores.backUp, weight: 2 },
  { arbitrary: restores.restore, weight: 3 },
  ...[
    gifts.undoCorrection,
    gifts.reverseBatch,
    gifts.agree,
    gifts.merge,
    runs.anotherFile,
    runs.takeOut,
    runs.changeDay,
    runs.drop,
    runs.unsend,
    runs.comesBack,
    runs.unconfirm,
    runs.comesBack,
    runs.unconfirm,
    runs.confirmAccount,
    runs.confirmAccount,
    books.withdraw,
    books.fundTerms,
    books.sell,
    books.sell,
    books.unsell,
  ].map((arbitrary) => ({ arbitrary, weight: 1 })),
);

/** A step as fast-check's model runs it: what is checked is the database after each. */
class Command implements fc.AsyncCommand<object, Day> {
  readonly step: Step;
  constructor(step: Step) {
    this.step = step;
  }
  check = () => true;
  async run(_: object, day: Day): Promise<void> {
    const { name, crash, again } = this.step;
    const { clock } = day.house;
    clock.now = new Date(clock.now.getTime() + 60_000);
    const work = await this.step.prepare(day);
    await model.attempt(name, { crash, again }, work);
    await demandInvariants(day, (day.checks + 1) % stepsBetweenLooks === 0);
  }
  toString = () => {
    const { name, input, crash, again } = this.step;
    const died = crash ? ` dies ${crash.when} ${crash.statement}${again ? ', again' : ''}` : '';
    return `${name} ${JSON.stringify(input)}${died}`;
  };
}

const days = fc.array(
  anyStep.map((step) => new Command(step)),
  { minLength: 1, maxLength: mostSteps, size: 'max' },
);

test(
  'through random days, with crashes at any statement, every yen is accounted for',
  async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(days, async (commands) => {
        const real = await model.empty();
        await fc.asyncModelRun(() => ({ model: {}, real }), commands);
        await demandInvariants(real, true);
        const before = done;
        done += commands.length;
        if (MONEY_STEPS && before % 500 > done % 500) console.info(`${done} of ${asked}`);
      }),
      {
        ...{ seed: Number(MONEY_SEED), numRuns, endOnFailure: MONEY_SHRINK === '' },
        ...(MONEY_PATH && { path: MONEY_PATH }),
      },
    );
    if (MONEY_STEPS) console.info(`${done} steps\n${model.endings().join('\n')}`);
    // The days were not idle.
    const idle = ['give', 'run forward', 'confirm', 'correct', 'pay out', 'sell', 'close month'];
    // Papers wait for money that arrived, which few short days see.
    if (asked >= 1_000)
      idle.push('ask for a paper', 'repeat a paper', 'confirm account', 'restore', 'merge');
    if (!MONEY_PATH) expect(idle.filter((name) => model.done(name) === 0)).toEqual([]);
  },
  4 * 3_600_000,
);
