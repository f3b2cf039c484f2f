import type { ApplicationState } from '#domain/applications/application-state.ts';
import type { DeliverySlot } from '#domain/applications/delivery.ts';
import type { ProductKind } from '#domain/applications/goods.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { readParcels } from '#server/tracking/parcels.ts';
import type { ApplicationRow } from './application-row.ts';
import { claimUrl, issueTokens, statusUrl } from './application-tokens.ts';

type Mailing = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>;

/** The mail that tells a donor of a state, where entering it is told by a mail of its own. */
const stepMails = {
  'kit-sent': 'kit-sent',
  'goods-received': 'goods-received',
  remitted: 'remitted',
  cancelled: 'application-cancelled',
  returned: 'application-returned',
  unpriced: 'application-unpriced',
} as const satisfies Partial<Record<ApplicationState, string>>;

const isTold = (state: ApplicationState): state is keyof typeof stepMails => state in stepMails;

/** What each mail about an application says, and to whom it goes. */
const envelope = (row: ApplicationRow, dependencies: Mailing) => ({
  to: row.email,
  uid: row.uid ?? undefined,
  appraisalId: row.appraisalId,
  data: {
    name: `${row.lastName} ${row.firstName}`,
    appraisalId: row.appraisalId,
    targetName: row.targetName,
    statusUrl: statusUrl(dependencies, row.appraisalId),
  },
});

/** Confirms a new application; a guest is handed the claim link with it. */
export async function mailReceived(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing,
): Promise<void> {
  const { data, ...to } = envelope(row, dependencies);
  await issueTokens(tx, dependencies, 'status', [row.appraisalId]);
  if (row.uid === null) await issueTokens(tx, dependencies, 'claim', [row.appraisalId]);
  const applied = {
    ...data,
    products: row.products as ProductKind[],
    boxes: row.boxes,
    claimUrl: row.uid === null ? claimUrl(dependencies, row.appraisalId) : undefined,
  };
  if (!row.needsKit) {
    const dedupeKey = `own-carton-received:${row.appraisalId}`;
    const mail = { ...to, kind: 'own-carton-received', dedupeKey, data: applied } as const;
    await writeMail(tx, mail, dependencies);
    return;
  }
  await writeMail(
    tx,
    {
      ...to,
      kind: 'application-received',
      dedupeKey: `application-received:${row.appraisalId}`,
      data: {
        ...applied,
        deliveryDate: row.deliveryDate ?? '',
        deliverySlot: row.deliverySlot as DeliverySlot,
      },
    },
    dependencies,
  );
}

/** Confirms a correction; `row` is the corrected application. */
export async function mailCorrected(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing,
): Promise<void> {
  const { data, ...to } = envelope(row, dependencies);
  if (!row.needsKit) {
    const dedupeKey = `own-carton-corrected:${row.appraisalId}:${row.version}`;
    await writeMail(tx, { ...to, kind: 'own-carton-corrected', dedupeKey, data }, dependencies);
    return;
  }
  await writeMail(
    tx,
    {
      ...to,
      kind: 'application-corrected',
      dedupeKey: `application-corrected:${row.appraisalId}:${row.version}`,
      data: {
        ...data,
        deliveryDate: row.deliveryDate ?? '',
        deliverySlot: row.deliverySlot as DeliverySlot,
      },
    },
    dependencies,
  );
}

/** Gives the papers of an identity check back, with the reason; `row` is the application afterwards. */
export async function mailPapersReturned(
  tx: Transaction,
  row: ApplicationRow,
  reason: string,
  dependencies: Mailing,
): Promise<void> {
  const { data, ...to } = envelope(row, dependencies);
  await issueTokens(tx, dependencies, 'status', [row.appraisalId]);
  await writeMail(
    tx,
    {
      ...to,
      kind: 'identity-returned',
      dedupeKey: `identity-returned:${row.appraisalId}:${row.version}`,
      data: { ...data, reason },
    },
    dependencies,
  );
}

/** Tells the donor of the state that `row` has just entered by hand, if that state is told, once it cannot be taken back. */
export async function mailStep(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing & Partial<Pick<Dependencies, 'mailDelayMinutes'>>,
): Promise<void> {
  const state = row.state as ApplicationState;
  if (!isTold(state)) return;
  await issueTokens(tx, dependencies, 'status', [row.appraisalId]);
  const kind = stepMails[state];
  const { data, ...to } = envelope(row, dependencies);
  const parcels = kind === 'kit-sent' ? await readParcels(tx, row.appraisalId) : undefined;
  await writeMail(
    tx,
    {
      ...to,
      data: { ...data, ...(parcels && { parcels }) },
      kind,
      dedupeKey: `${kind}:${row.appraisalId}:${row.version}`,
      waitsMinutes: dependencies.mailDelayMinutes,
    },
    dependencies,
  );
}
