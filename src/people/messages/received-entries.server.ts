import { randomBytes } from 'node:crypto';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { type Attempts, attempts } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { makeReferenceNumber, type ReferencePrefix } from '#kit/values/reference-number.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';

/** Sender of a message: the IP address for limits, and the e-mail they entered. */
export type Writer = { address: string; email: string };

/** Mails that the limits allow for a message. */
export type MailsAllowed = { receipt: boolean; operator: boolean };

/** A taken number is drawn again; this many collisions in a row do not happen. */
const numberTries = 5;

/** What contact messages and listing applications share on arrival. */
export const receiving = (dependencies: Pick<Dependencies, 'clock' | 'secret'>) => {
  return {
    /**
     * Refuses an address that writes too often. Beyond the mail limits the message is stored without a mail, so that
     * no caller can have strangers or the operator mailed endlessly. Counted in the message's transaction, so that
     * only stored messages count and a retry counts once.
     */
    async admit(tx: Transaction, { address, email }: Writer): Promise<MailsAllowed> {
      const budgets = attempts({ ...dependencies, db: tx });
      await countTry(budgets, [['writing by address', countedAddress(address)]]);
      return {
        receipt: await isWithin(budgets, 'receipt by e-mail', email),
        operator: await isWithin(budgets, 'mails to the operator', ''),
      };
    },

    /** Draws numbers until `insert` finds a free one; returns the inserted row. */
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
