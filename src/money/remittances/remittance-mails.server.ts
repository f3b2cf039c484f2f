import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { writeMails } from '#people/mail/outbox.server.ts';

type Arrived = {
  id: string;
  version: number;
  associateId: string;
  associateName: string;
  amountYen: number;
  receivedOn: string;
  number: string;
  uid: string;
  email: string;
};

/** Tells an organisation's people that money arrived, and where its statement is. */
export async function mailArrived(
  tx: Transaction,
  remittanceIds: readonly string[],
  ctx: Context,
): Promise<void> {
  const { rows } = await tx.execute<Arrived>(sql`
    select r.id, r.version, r.associate_id as "associateId", a.name as "associateName", r.amount_yen::float8 as "amountYen",
      r.received_on::text as "receivedOn", r.statement_number as number, u.uid, u.email
    from remittances r join associates a on a.id = r.associate_id
    join staff_memberships m on m.associate_id = r.associate_id join users u on u.uid = m.uid
    where r.id in (select json_array_elements_text(${JSON.stringify(remittanceIds)}::json)) and u.locked_at is null
    order by r.id, u.uid`);
  await writeMails(
    tx,
    rows.map((one) => ({
      kind: 'remittance-arrived' as const,
      dedupeKey: `remittance-arrived:${one.id}:${one.version}:${one.uid}`,
      to: one.email,
      uid: one.uid,
      waitsMinutes: ctx.mailDelayMinutes,
      data: {
        associateName: one.associateName,
        amountYen: one.amountYen,
        receivedOn: formatDate(one.receivedOn),
        number: one.number,
        path: `/staff/${one.associateId}/statements`,
      },
    })),
    ctx,
  );
}
