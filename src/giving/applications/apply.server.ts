import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { acceptanceProblems } from '#giving/acceptance/acceptance-problems.ts';
import type { Actor, Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Context, Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { attempts, type Budget, type Tried } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { addressOf } from '#people/accounts/account.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { noteConsent, termsVersionsInForce } from '#people/legal/consents.server.ts';
import { takesFunds } from '#people/setup/opening.server.ts';
import {
  type Applied,
  type ApplyBody,
  type DirectApplication,
  type FundApplication,
  visitorUid,
} from './application.ts';
import type { Row } from './application-row.server.ts';
import { applicationEvents, applications } from './application-tables.server.ts';
import { issuedToken } from './application-tokens.server.ts';
import { makeAppraisalId } from './appraisal-number.ts';
import { mailReceived } from './donor-mails.server.ts';
import type { Doer } from './move-application.server.ts';
import type { PhoneApplication } from './phone-application.ts';

/**
 * Enters the application of a caller on the phone, with the form's rules and confirmation mail, once per key. It
 * belongs to the donor chosen by the operator, else to a guest. The consent that was read out to them is recorded as
 * theirs. Only the caller gets the claim link, by mail.
 */
export async function enterForCaller(
  ctx: Context,
  operator: Person,
  key: string | undefined,
  { wasReadAloud: _, ...body }: PhoneApplication,
): Promise<Applied> {
  const { db, clock } = ctx;
  const offer = await currentOffer(ctx);
  const attempt = { actor: operator.uid, key, route: 'POST /api/office/applications', body };
  const applied = await withIdempotencyKey(db, attempt, clock(), async (tx) => {
    const uid = body.uid === visitorUid ? null : await donorOf(tx, body.uid);
    const taken = await takeApplication(tx, ctx, body, {
      uid,
      doer: { doneBy: 'operator', actorUid: operator.uid },
      enteredBy: operator.uid,
      guestAddress: undefined,
      offer,
    });
    const at = clock();
    await audit(tx, operator, 'applications.enter', ['application', taken.appraisalId], { at });
    return taken;
  });
  return { ...applied, claimToken: null };
}

/** Refuses an unknown or locked account. */
async function donorOf(tx: Transaction, uid: string): Promise<string> {
  const [user] = await tx
    .select({ uid: users.uid, lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.uid, uid))
    .for('key share');
  if (!user) throw notFound('選んだ会員の記録');
  if (user.lockedAt) {
    throw refuse(
      'Conflict',
      '選んだ会員のアカウントはロックされています。ゲストとしてお受けください。',
    );
  }
  return user.uid;
}

/** Recipient and requesting IP. Signed-in donors are not limited by IP. */
type MailRequest = { email: string; guestAddress: string | undefined };

const messages = {
  'applying by e-mail':
    '同じメールアドレスでのお申し込みが続いているため、いったん受付を止めています。',
  'applying by address': '同じ回線からのお申し込みが続いているため、いったん受付を止めています。',
} as const satisfies Partial<Record<Budget, string>>;
const nothingLost =
  'ご入力の内容はこの画面に残っています。少し時間をおいてから、もう一度お送りください。';

/**
 * Refuses (TooManyRequests) an application whose mail would exceed a budget: anyone can enter a stranger's address.
 * Counted in the application's own transaction, so that only stored applications count, and a replayed submit counts
 * once.
 */
async function countMail(
  tx: Transaction,
  dependencies: Pick<Dependencies, 'clock' | 'secret'>,
  { email, guestAddress }: MailRequest,
): Promise<void> {
  const { spend } = attempts({ ...dependencies, db: tx });
  const tries: Tried<keyof typeof messages>[] = [['applying by e-mail', email]];
  if (guestAddress !== undefined) {
    tries.push(['applying by address', countedAddress(guestAddress)]);
  }
  const outcome = await spend(...tries);
  if (outcome.isAllowed) return;
  const { by, retryAfterSeconds } = outcome;
  throw refuse('TooManyRequests', messages[by] + nothingLost, { retryAfterSeconds });
}

/** Draws before giving up on a free number; in practice never reached. */
const numberTries = 5;

const drawNumber = () => makeAppraisalId(randomBytes(7));

/** Owner of an application, who enters it, and the address against which a guest's are counted. */
type ApplicationInput = {
  uid: string | null;
  doer: Doer;
  enteredBy: string | null;
  guestAddress: string | undefined;
  /** Current offer, read before the transaction, which would hold a connection meanwhile. */
  offer: Offer;
  /** Draws a number that may be taken. */
  makeId?: (() => string) | undefined;
};

/** Origin of a submit, and its Idempotency-Key. */
export type Submit = { address: string; key: string | undefined };

/**
 * Accepts an application: row, first event, consent, tokens and the confirmation mail, in one transaction. A replay of
 * key and body gives the same result (docs/product.md, Life of an application); its claim token is derived again, so
 * that it is never stored.
 */
export async function applyForBox(
  ctx: Context,
  actor: Actor,
  { address, key }: Submit,
  body: ApplyBody,
  makeId?: () => string,
): Promise<Applied> {
  const { db, clock } = ctx;
  const uid = actor.kind === 'person' ? actor.uid : visitorUid;
  if (body.uid !== uid) {
    throw refuse(
      'Forbidden',
      'お申し込みの途中でログインの状態が変わりました。お手数ですが、ログインし直してください。',
    );
  }
  // Before the transaction, which would hold a connection meanwhile.
  const offer = await currentOffer(ctx);
  const attempt = { actor: uid, key, route: 'POST /api/appraisal/apply', body };
  const applied = await withIdempotencyKey(db, attempt, clock(), async (tx) => {
    const isGuest = uid === visitorUid;
    return takeApplication(tx, ctx, body, {
      uid: isGuest ? null : uid,
      doer: isGuest ? { doneBy: 'guest', actorUid: null } : { doneBy: 'donor', actorUid: uid },
      enteredBy: null,
      guestAddress: isGuest ? address : undefined,
      offer,
      makeId,
    });
  });
  return {
    ...applied,
    claimToken: uid === visitorUid ? await issuedToken(ctx, 'claim', applied.appraisalId) : null,
  };
}

/** Validates and stores an application with its first event and its mail, whoever enters it. */
export async function takeApplication(
  tx: Transaction,
  ctx: Context,
  body: ApplyBody,
  { uid, doer, enteredBy, guestAddress, offer, makeId = drawNumber }: ApplicationInput,
): Promise<Omit<Applied, 'claimToken'>> {
  const now = ctx.clock();
  demandAccepted(body, offer, jstDay(now));
  const versions = await termsVersionsInForce(tx, now);
  if (body.termsVersion !== undefined && body.termsVersion !== versions.terms) throw newerTerms();
  const targetName = await findTarget(tx, body.application, ctx);
  const row = await insert(tx, { ...toValues(body, uid, now), enteredBy }, makeId);
  const { appraisalId } = row;
  await tx.insert(applicationEvents).values({ appraisalId, toState: 'applied', ...doer, at: now });
  await noteConsent(tx, { subjectType: 'application', subjectId: appraisalId, versions, at: now });
  await countMail(tx, ctx, { email: row.email, guestAddress });
  await mailReceived(tx, { ...row, targetName }, ctx);
  return { appraisalId, state: 'applied', createdAt: toTimestamp(row.createdAt) };
}

const invalid = (path: string, message: string) =>
  refuse('ValidationError', message, { title: formErrorTitle, errors: [{ path, message }] });

/** Refusal if newer terms took effect after the form was opened. */
const newerTerms = () =>
  refuse(
    'Conflict',
    '入力していただいている間に、利用規約が新しくなりました。「利用規約を読む」から新しい内容をご確認のうえ、もう一度同意して送信してください。入力した内容は残っています。',
  );

/** Refuses what the operator does not accept today, even if the form still offered it. */
function demandAccepted(body: ApplyBody, offer: Offer, today: string): void {
  const errors = acceptanceProblems(body, offer, today);
  const [first] = errors;
  if (first) throw refuse('ValidationError', first.message, { title: formErrorTitle, errors });
}

/** Name of the organisation or fund; refuses one that takes no applications. */
export async function findTarget(
  tx: Transaction,
  draft:
    | Pick<DirectApplication, 'kind' | 'associateId'>
    | Pick<FundApplication, 'kind' | 'socialChallengeId'>,
  ctx: Context,
): Promise<string> {
  if (draft.kind === 'direct') {
    const [associate] = await tx
      .select({ name: associates.name })
      .from(associates)
      .where(and(eq(associates.id, draft.associateId), eq(associates.isListed, true)));
    if (associate) return associate.name;
    throw invalid(
      'application.associateId',
      'この団体への寄付は受け付けていません。ほかの団体をお選びください。',
    );
  }
  if (!(await takesFunds(tx, ctx))) {
    throw refuse(
      'Conflict',
      '基金への買取寄付は、ただいま受け付けていません。団体を選んでの寄付をご利用ください。',
    );
  }
  const [challenge] = await tx
    .select({ fundName: socialChallenges.fundName })
    .from(socialChallenges)
    .where(eq(socialChallenges.id, draft.socialChallengeId));
  if (challenge) return challenge.fundName;
  throw invalid('application.socialChallengeId', '社会課題を一覧から選んでください。');
}

type NewApplication = Omit<typeof applications.$inferInsert, 'appraisalId'>;

function toValues(
  { application, applicant, applicantAddress }: ApplyBody,
  uid: string | null,
  now: Date,
): NewApplication {
  const isFund = application.kind === 'fund';
  const { needsKit = true } = application;
  return {
    kind: application.kind,
    associateId: isFund ? null : application.associateId,
    socialChallengeId: isFund ? application.socialChallengeId : null,
    uid,
    frequency: application.frequency,
    products: [...new Set(application.products)],
    boxes: application.boxes,
    deliveryDate: (needsKit && application.deliveryDate) || null,
    deliverySlot: needsKit ? application.deliverySlot : '',
    needsKit,
    needReceipt: application.needReceipt,
    birth: isFund ? application.birth : null,
    occupation: isFund ? application.occupation : '',
    ...applicant,
    ...addressOf(applicantAddress),
    createdAt: now,
    stateChangedAt: now,
  };
}

async function insert(tx: Transaction, values: NewApplication, makeId: () => string): Promise<Row> {
  for (let attempt = 1; attempt <= numberTries; attempt++) {
    const [row] = await tx
      .insert(applications)
      .values({ ...values, appraisalId: makeId() })
      .onConflictDoNothing({ target: applications.appraisalId })
      .returning();
    if (row) return row;
  }
  throw new Error('no free appraisal number was drawn');
}
