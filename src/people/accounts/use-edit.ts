import { useState } from 'react';
import type { FieldError } from '#kit/errors/refusal.ts';
import type { FormErrorModal, Form as FormOver } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { storeAccount } from '#people/session/session.ts';
import type { Account } from './account.ts';
import { loadAccount, type OwnAccount, sendEdit, type VersionedAccount } from './own-account.ts';

/**
 * Sends an edit of a part of the account and stores the response. Never overwrites a concurrent change: then `newer`
 * holds the stored version, and the person chooses.
 */
export function useEdit<Values extends object, Body>({
  own,
  form,
  path,
  partOf,
  onDone,
}: {
  own: OwnAccount;
  form: FormOver<Values, Body> & {
    reject(errors: readonly FieldError[], modal: FormErrorModal): Promise<void>;
  };
  /** The API path that takes the edit. */
  path: string;
  partOf: (account: Account) => unknown;
  onDone: () => void;
}) {
  const [newer, setNewer] = useState<VersionedAccount>();
  const submission = useSubmission(
    ({ body, etag }: { body: Body; etag: string }) => sendEdit(path, body, etag),
    {
      form,
      onDone(saved) {
        storeAccount(saved.account);
        setNewer(undefined);
        own.change({ ...own, ...saved });
        onDone();
      },
    },
  );

  async function send(body: Body, etag = newer?.etag ?? own.etag): Promise<void> {
    const outcome = await submission.send({ body, etag });
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const latest = await loadAccount().catch(() => undefined);
    if (!latest) return;
    // Only another part of the account changed, so there is nothing to choose.
    const shown = JSON.stringify(partOf((newer ?? own).account));
    if (JSON.stringify(partOf(latest.account)) === shown) return send(body, latest.etag);
    setNewer(latest);
  }

  return {
    isPending: submission.isPending,
    message: newer ? undefined : submission.message,
    /** The stored version, if it differs from what was shown when the edit began. */
    newer,
    submit: form.submit((body) => send(body)),
    /** Discards the edit in favour of the stored version. */
    takeNewer() {
      if (!newer) return;
      storeAccount(newer.account);
      own.change({ ...own, ...newer });
    },
  };
}
export type Edit = ReturnType<typeof useEdit>;
