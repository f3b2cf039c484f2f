import { randomUUID } from 'node:crypto';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import type { Credential } from '#people/sign-in/credentials.server.ts';
import { tokenFingerprint } from '#people/sign-in/reset-link.server.ts';
import {
  issueMailedToken,
  revokeMailedTokens,
} from '#people/sign-in/tokens/mailed-tokens.server.ts';

type Mailing = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>;
type Addressee = Pick<Credential, 'uid' | 'email' | 'name'>;

const verifyUrl = ({ publicUrl }: Mailing, token: string) =>
  `${publicUrl}/verify-email#token=${token}`;

/** Mails a link that verifies the account's address. */
export async function mailVerification(tx: Transaction, to: Addressee, mailing: Mailing) {
  const { uid, email, name } = to;
  const token = await issueMailedToken(tx, 'verify-email', { uid, email }, mailing.clock());
  const dedupeKey = `verify-email:${tokenFingerprint(token)}`;
  const data = { name, verifyUrl: verifyUrl(mailing, token) };
  await writeMail(tx, { kind: 'verify-email', dedupeKey, to: email, uid, data }, mailing);
}

/** Mails a new address the link that confirms it. */
export async function mailConfirmation(
  tx: Transaction,
  { uid, name }: Addressee,
  newEmail: string,
  mailing: Mailing,
) {
  const subject = { uid, email: newEmail };
  const token = await issueMailedToken(tx, 'confirm-email-change', subject, mailing.clock());
  const dedupeKey = `confirm-email-change:${tokenFingerprint(token)}`;
  const data = { name, verifyUrl: verifyUrl(mailing, token) };
  await writeMail(
    tx,
    { kind: 'confirm-email-change', dedupeKey, to: newEmail, uid, data },
    mailing,
  );
}

/** Notifies the old address that a change was requested or made, with a link to undo it. */
export async function mailUndo(
  tx: Transaction,
  kind: 'email-change-asked' | 'email-changed',
  { uid, email, name }: Addressee,
  newEmail: string,
  mailing: Mailing,
) {
  const token = await issueMailedToken(tx, 'undo-email-change', { uid, email }, mailing.clock());
  const dedupeKey = `${kind}:${tokenFingerprint(token)}`;
  const undoUrl = `${mailing.publicUrl}/undo-email-change#token=${token}`;
  await writeMail(
    tx,
    { kind, dedupeKey, to: email, uid, data: { name, newEmail, undoUrl } },
    mailing,
  );
}

/**
 * Revokes a person's links to undo a change of e-mail, or those mailed from `since` on, and notifies their addresses
 * except `but`.
 */
export async function endUndoLinks(
  tx: Transaction,
  { uid, but, since }: { uid: string; but: readonly string[]; since?: Date },
  mailing: Mailing,
) {
  const ended = await revokeMailedTokens(tx, uid, ['undo-email-change'], since);
  for (const to of ended.filter((email) => !but.includes(email))) {
    const dedupeKey = `undo-ended:${randomUUID()}`;
    await writeMail(tx, { kind: 'undo-ended', dedupeKey, to, uid, data: {} }, mailing);
  }
}
