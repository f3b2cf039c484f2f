import { randomBytes } from 'node:crypto';
import { makeReferenceNumber, type ReferencePrefix } from '#domain/values/reference-number.ts';
import { countTry } from '#server/auth/account-messages.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type Attempts, attempts } from '#server/limits/attempts.ts';
import { countedAddress } from '#server/limits/client-address.ts';

/** Who writes: the address they are counted by, and the e-mail they say is theirs. */
export type Writer = { address: string; email: string };

/** What may be mailed on the occasion of a message. */
export type MailsAllowed = { receipt: boolean; operator: boolean };

/** A number is drawn again when it is taken; this often in a row does not happen. */
const numberTries = 5;

/** What contact messages and applications to be listed have in common when they come in. */
export const receiving = (dependencies: Pick<Dependencies, 'clock' | 'secret'>) => {
  return {
    /**
     * Refuses an address that writes too often. Nobody can have strangers or the operator mailed
     * without end: beyond a budget the message is kept, but the mail left out. Counted in the message's
     * own transaction, so that only those count that are kept, and a retried submit counts once.
     */
    async admit(tx: Transaction, { address, email }: Writer): Promise<MailsAllowed> {
      const budgets = attempts({ ...dependencies, db: tx });
      await countTry(budgets, [['writing by address', countedAddress(address)]]);
      return {
        receipt: await isWithin(budgets, 'receipt by e-mail', email),
        operator: await isWithin(budgets, 'mails to the operator', ''),
      };
    },

    /** Draws numbers until `insert` finds one free; answers what it inserted. */
    async numbered<Row>(
      prefix: ReferencePrefix,
      insert: (id: string) => Promise<Row | undefined>,
    ): Promise<Row> {
      for (let attempt = 1; attempt <= numberTries; attempt++) {
        const row = await insert(makeReferenceNumber(prefix, randomBytes(8)));
        if (row) return row;
      }
      throw new Error('no free reference number was drawn');
    },
  };
};
export type Receiving = ReturnType<typeof receiving>;

const isWithin = async (
  budgets: Attempts,
  budget: 'receipt by e-mail' | 'mails to the operator',
  subject: string,
) => (await budgets.spend([budget, subject])).isAllowed;
