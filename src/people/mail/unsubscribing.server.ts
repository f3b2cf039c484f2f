import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { isOptionalMail, type OptionalMailKind, switchOf } from './mail-preference.ts';

type LinkDeps = Pick<Dependencies, 'secret' | 'publicUrl'>;
/** Kind of mail and its recipient. A guest has no account, only the application that the mail is about. */
export type MailPreference = { kind: OptionalMailKind } & (
  | { uid: string }
  | { appraisalId: string }
);

const signatureOf = (secret: string, payload: string) =>
  createHmac('sha256', secret).update(`unsubscribe:${payload}`).digest('base64url');

const tokenFor = (secret: string, unwanted: MailPreference) => {
  const { kind } = unwanted;
  const subjectPart =
    'uid' in unwanted ? `uid ${unwanted.uid}` : `application ${unwanted.appraisalId}`;
  const payload = Buffer.from(`${kind} ${subjectPart}`).toString('base64url');
  return `${payload}.${signatureOf(secret, payload)}`;
};

/**
 * Preference that a mail's token switches off; undefined if it is not ours. Never expires, since an old mail must be
 * stoppable too, and can do nothing else.
 */
export function preferenceOfToken(secrets: Secrets, token: string): MailPreference | undefined {
  const [payload = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const isOurs = secretsOf(secrets).some((secret) => {
    const own = Buffer.from(signatureOf(secret, payload));
    return given.length === own.length && timingSafeEqual(given, own);
  });
  if (!isOurs) return undefined;
  const [kind = '', of, id = ''] = Buffer.from(payload, 'base64url').toString('utf8').split(' ');
  if (!isOptionalMail(kind)) return undefined;
  if (of === 'uid') return { kind, uid: id };
  return isForGuests(kind) ? { kind, appraisalId: id } : undefined;
}

/** Kinds that guests get and may stop. */
const isForGuests = (kind: OptionalMailKind) => kind === 'next-box' || kind === 'thanks';

/** Unsubscribe page for people. The token is in the fragment, which no server sees. */
export const unsubscribePageUrl = ({ secret, publicUrl }: LinkDeps, unwanted: MailPreference) =>
  `${publicUrl}/unsubscribe#token=${tokenFor(secret, unwanted)}`;

/** One-click unsubscribe URL for mail programs: one POST (RFC 8058). */
export const oneClickUrl = ({ secret, publicUrl }: LinkDeps, unwanted: MailPreference) =>
  `${publicUrl}/api/mail/unsubscribe?token=${tokenFor(secret, unwanted)}`;

/** Preference that a mail's own links switch off; undefined if it cannot be stopped. */
export function preferenceOfMail(mail: {
  kind: string;
  uid?: string | null | undefined;
  appraisalId?: string | null | undefined;
}): MailPreference | undefined {
  const { uid, appraisalId } = mail;
  const kind = switchOf(mail.kind);
  if (!kind) return undefined;
  if (uid) return { kind, uid };
  return isForGuests(kind) && appraisalId ? { kind, appraisalId } : undefined;
}
