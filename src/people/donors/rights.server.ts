import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import type { personalData } from '#people/personal-data/personal-data.server.ts';
import { type DonorOrGuest, findDonorOrGuest, notOfStaff } from './whose.server.ts';

type RightsDeps = Pick<Dependencies, 'db'> & {
  personalData: Pick<ReturnType<typeof personalData>, 'handOver' | 'eraseOnRequest'>;
};

/** People's legal rights towards the operator: a copy of their data, and its erasure. */
export const rights = ({ db, personalData }: RightsDeps) => {
  /** Whose data is requested. Refuses a guest whose e-mail also has an account: that record contains everything. */
  async function requestedSubject(whose: DonorOrGuest) {
    if (whose.kind === 'member') {
      if (whose.role !== 'donor') throw notOfStaff();
      return { uid: whose.uid, role: whose.role as Role };
    }
    const [member] = await db
      .select({ uid: users.uid })
      .from(users)
      .where(eq(users.email, whose.email));
    if (member) {
      throw refuse(
        'Conflict',
        'このメールアドレスには会員の記録があります。会員の記録に統合してから、そちらで行ってください。',
      );
    }
    return { email: whose.email, appraisalId: whose.appraisalId };
  }

  return {
    /** All stored data about a donor or guest, as an archive for them. */
    async handOver(operator: Person, id: string, reason: string) {
      return personalData.handOver(
        operator,
        await requestedSubject(await findDonorOrGuest(db, id)),
        reason,
      );
    },

    /** Erases a donor or guest at their request; refuses like self-service erasure. */
    async erase(operator: Person, id: string, reason: string): Promise<void> {
      const whose = await requestedSubject(await findDonorOrGuest(db, id));
      await personalData.eraseOnRequest(operator, whose, reason);
    },
  };
};
